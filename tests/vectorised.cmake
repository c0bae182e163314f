# Asks the compiler's reports, written while the program was built, whether all loops in which a
# method's text stands became vector code: those of lanes.hpp, over a packet's rays and over a leaf's
# triangles, the preparation of rays, and what tells quickly which rays are left, in each precision and
# variant, with and without culling, for each vector width.
# Run as: cmake -DREPORTS=... -DSOURCES=.../src -P vectorised.cmake
file(GLOB methods ${SOURCES}/methods/*.cpp)
# exact computes with numbers of any length; what is foreign has no kernel.
list(FILTER methods EXCLUDE REGEX "/(catalogue|exact|foreign).cpp$")

# The line of a file on which the text stands.
function(line_of file text result)
    file(READ ${SOURCES}/methods/${file} content)
    string(FIND "${content}" "${text}" place)
    string(SUBSTRING "${content}" 0 ${place} before)
    string(REGEX MATCHALL "\n" lines "${before}")
    list(LENGTH lines count)
    math(EXPR line "${count} + 1")
    set(${result} "${file}:${line}:[0-9]+: " PARENT_SCOPE)
endfunction()
line_of(lanes.hpp "t[k] = test(std::bool_constant" test)
line_of(lanes.hpp "prepare_triangle_lane(method, prepared, rays, all" triangles)
line_of(kernel_of.hpp "prepare_lane(method" rays)
line_of(kernel_of.hpp "t[k] = not_ruled_out(" left)
line_of(kernel_of.hpp "t[k] = meet_lane(k)" met)

foreach(method IN LISTS methods)
    get_filename_component(name ${method} NAME)
    if(NOT EXISTS ${REPORTS}/${name}.txt)
        message(FATAL_ERROR "No ${REPORTS}/${name}.txt: a compiler cache writes none; build without it")
    endif()
    file(READ ${REPORTS}/${name}.txt report)
    string(REGEX MATCHALL "(${test}|${triangles}|${rays}|${left}|${met})missed: couldn't vectorize loop" missed "${report}")
    foreach(bytes 16 32 64)
        string(REGEX MATCHALL "${test}optimized: loop vectorized using ${bytes} byte vectors" loops
            "${report}")
        list(LENGTH loops count_${bytes})
    endforeach()
    message("${method}: ${count_16} loops with vectors of 16 bytes, ${count_32} of 32, ${count_64} of 64")
    if(missed OR count_16 EQUAL 0 OR count_32 EQUAL 0 OR count_64 EQUAL 0)
        message(FATAL_ERROR "Loops that are no vector code: ${missed}")
    endif()
endforeach()
