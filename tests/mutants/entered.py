"""Which tests enter which function of src: those that do not cannot notice a change in it."""
import collections
import concurrent.futures
import itertools
import os
import subprocess
from pathlib import Path

# Functions of inner loops are not told apart: nearly every test enters them, and told apart they are slow.
LEFT_OUT = "/usr/,src/base/,src/fast/,src/methods/,tests/"


def measure(copy, work, programs, listed, call):
    """Builds the copy with a call at each function's start, runs each test as a process of its own, and
    returns {file: {line: [tests]}} with the lines where functions start."""
    build, calls = copy / "build-entered", work / "entered.o"
    call("g++", "-std=c++20", "-O2", "-c", copy / "tests/mutants/entered.cpp", "-o", calls, check=True)
    call("cmake", "-S", copy, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DTOGETHER=ON",
         f"-DCMAKE_CXX_FLAGS_RELEASE=-O1 -g1 -w -fno-pie -finstrument-functions "
         f"-finstrument-functions-exclude-file-list={LEFT_OUT}",
         f"-DCMAKE_EXE_LINKER_FLAGS={calls} -no-pie", check=True, capture_output=True)
    call("cmake", "--build", build, "-j2", "--target", "hitmiss_tests", check=True, stdout=subprocess.DEVNULL)

    def run(number, name):
        told = work / f"entered-{number}.txt"
        told.unlink(missing_ok=True)
        call(build / programs[1], f"--gtest_filter={name}", cwd=work, capture_output=True, seconds=900,
             env=os.environ | {"HITMISS_ENTERED": str(told)})
        lines = told.read_text().splitlines() if told.exists() else []
        told.unlink(missing_ok=True)
        return name, {(program, int(address)) for program, *all in map(str.split, lines) for address in all}

    with concurrent.futures.ThreadPoolExecutor(2) as workers:
        users = collections.defaultdict(list)
        for name, functions in workers.map(run, itertools.count(), listed):
            for function in functions:
                users[function].append(name)
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for program in programs:
        addresses = sorted(address for of, address in users if of == Path(program).name)
        places = call("addr2line", "-e", build / program, input="\n".join(map(hex, addresses)),
                      capture_output=True, check=True).stdout.splitlines()
        for address, place in zip(addresses, places, strict=True):
            file, line = place.split(" ")[0].rsplit(":", 1)
            file = os.path.relpath(os.path.normpath(build / file), copy)
            if file.startswith("src/") and line.isdigit():
                found[file][line].update(users[Path(program).name, address])
    return {file: {line: sorted(names) for line, names in lines.items()} for file, lines in found.items()}


def of_line(entered, file, text, line):
    """The tests that enter a function around a line of a file; if none does, those that enter any of the
    file's functions; None if there are none of these either."""
    functions, rows, tests = entered.get(file, {}), text.splitlines(), set()
    for start in map(int, functions):
        end = rows[start - 1][:len(rows[start - 1]) - len(rows[start - 1].lstrip())] + "}"
        if start <= line and not any(row.startswith(end) for row in rows[start:line - 1]):
            tests.update(functions[str(start)])
    return tests or set().union(*functions.values()) or None
