/* Three faces of Lato, compiled into the program: the same captions on every machine. The build gives
   the folder of the files to the assembler. */

    .section .rodata
    .global hitmiss_font_regular, hitmiss_font_italic, hitmiss_font_medium
    .type hitmiss_font_regular, %object
    .type hitmiss_font_italic, %object
    .type hitmiss_font_medium, %object
    .balign 16
hitmiss_font_regular:
    .incbin "Lato-Regular.ttf"
    .size hitmiss_font_regular, . - hitmiss_font_regular
    .balign 16
hitmiss_font_italic:
    .incbin "Lato-Italic.ttf"
    .size hitmiss_font_italic, . - hitmiss_font_italic
    .balign 16
hitmiss_font_medium:
    .incbin "Lato-Medium.ttf"
    .size hitmiss_font_medium, . - hitmiss_font_medium

    .section .note.GNU-stack, "", %progbits
