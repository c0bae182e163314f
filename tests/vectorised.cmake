# Checks in the compiler's reports, written while the program was built, that all loops that run a
# method's test were vectorised: over a packet's rays, over a leaf's triangles, over pairs, and the
# preparation of rays, in each precision and variant, with and without culling, for each vector
# width. The compiler names a loop by its first line that remains after inlining: for a method that
# prepares rays, that is where a lane of these is read.
# Run as: cmake -DREPORTS=... -DSOURCES=.../src -P vectorised.cmake
file(GLOB methods ${SOURCES}/methods/*.cpp)
# exact computes with numbers of any length.
list(FILTER methods EXCLUDE REGEX "/exact.cpp$")

# The line of a file on which the text stands.
function(line_of file text result)
    file(READ ${SOURCES}/${file} content)
    string(FIND "${content}" "${text}" place)
    string(SUBSTRING "${content}" 0 ${place} before)
    string(REGEX MATCHALL "\n" lines "${before}")
    list(LENGTH lines count)
    math(EXPR line "${count} + 1")
    set(${result} "${file}:${line}:[0-9]+: " PARENT_SCOPE)
endfunction()
line_of(fast/packet_lanes.hpp "t[k] = test_lane<quick>(" test)
line_of(methods/leaf.hpp "numbers[i] = row_[i][k]" lane)
line_of(fast/packet_lanes.hpp "prepare_lane(method, rays, k" rays)

foreach(method IN LISTS methods)
    get_filename_component(name ${method} NAME)
    file(STRINGS ${method} has_kernels REGEX "methods/kernel_of.hpp")
    if(NOT has_kernels)
        continue()
    endif()
    if(NOT EXISTS ${REPORTS}/${name}.txt)
        message(FATAL_ERROR "No ${REPORTS}/${name}.txt: a compiler cache writes none; build without it")
    endif()
    file(READ ${REPORTS}/${name}.txt report)
    string(REGEX MATCHALL "(${test}|${lane}|${rays})missed: couldn't vectorize loop" missed "${report}")
    foreach(bytes 16 32 64)
        string(REGEX MATCHALL "(${test}|${lane})optimized: loop vectorized using ${bytes} byte vectors" loops
            "${report}")
        list(LENGTH loops count_${bytes})
    endforeach()
    message("${method}: ${count_16} loops with vectors of 16 bytes, ${count_32} of 32, ${count_64} of 64")
    if(missed OR count_16 EQUAL 0 OR count_32 EQUAL 0 OR count_64 EQUAL 0)
        message(FATAL_ERROR "Loops that were not vectorised: ${missed}")
    endif()
endforeach()
