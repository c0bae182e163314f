/* DejaVu Sans, compiled into the program: the same captions on every machine. The build gives
   the folder of the file to the assembler. */

    .section .rodata
    .global hitmiss_font
    .type hitmiss_font, %object
    .balign 16
hitmiss_font:
    .incbin "DejaVuSans.ttf"
    .size hitmiss_font, . - hitmiss_font

    .section .note.GNU-stack, "", %progbits
