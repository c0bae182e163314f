# Compiles each method as the program does and counts, in the compiler's report, its loops over lanes
# that became vector code: over a packet's rays and over a leaf's triangles, in each precision,
# variant and value of its switch, for each vector width.
# Run as: cmake -DCOMPILER=... -DOPTIONS=... -DSOURCES=.../src -P vectorised.cmake
separate_arguments(OPTIONS)
set(expected moller_trumbore 44 collision_matrix 24 same_side 40 signed_volume 12 baldwin_weber 12
    angle_sum 56 angle_sum_walking 54 signed_angle_sum 16 watertight 4)

# The line of a file on which the text stands.
function(line_of file text result)
    file(READ ${SOURCES}/methods/${file} content)
    string(FIND "${content}" "${text}" place)
    string(SUBSTRING "${content}" 0 ${place} before)
    string(REGEX MATCHALL "\n" lines "${before}")
    list(LENGTH lines count)
    math(EXPR line "${count} + 1")
    set(${result} "${file}:${line}:" PARENT_SCOPE)
endfunction()
line_of(kernel_of.hpp "return tested(method, prepared" packets)
line_of(lanes.hpp "t[k] = tested_at" leaf)

while(expected)
    list(POP_FRONT expected method least)
    execute_process(
        COMMAND ${COMPILER} ${OPTIONS} -I${SOURCES} -fopt-info-vec-optimized -S -o -
            ${SOURCES}/methods/${method}.cpp
        OUTPUT_QUIET ERROR_VARIABLE report RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${report}")
    endif()
    string(REGEX MATCHALL "(${packets}|${leaf})[0-9]+: optimized: +loop vectorized" loops "${report}")
    list(LENGTH loops count)
    if(count LESS least)
        message(FATAL_ERROR "Only ${count} loops of ${method} are vector code, not ${least}:\n${report}")
    endif()
    message("${count} loops of ${method} are vector code")
endwhile()
