# Compiles vectorised.cpp and counts, in the compiler's report, the loops that became vector code.
# Run as: cmake -DCOMPILER=... -DOPTIONS=... -DSOURCE=... -DEXPECTED=... -P vectorised.cmake
separate_arguments(OPTIONS)
execute_process(
    COMMAND ${COMPILER} ${OPTIONS} -fopt-info-vec-optimized -S -o - ${SOURCE}
    OUTPUT_QUIET ERROR_VARIABLE report RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${report}")
endif()
string(REGEX MATCHALL "vectorised.cpp:[0-9:]+ optimized: +loop vectorized" loops "${report}")
list(LENGTH loops count)
if(count LESS EXPECTED)
    message(FATAL_ERROR "Only ${count} of the methods' loops are vector code, not ${EXPECTED}:\n${report}")
endif()
message("${count} of the methods' loops are vector code")
