/* The licence and the notices, compiled into the program as one text. The build gives their folder to the
   assembler. */

    .section .rodata
    .global hitmiss_licences
hitmiss_licences:
    .incbin "LICENSE"
    .ascii "\n"
    .incbin "src/NOTICES"
    .byte 0

    .section .note.GNU-stack, "", %progbits
