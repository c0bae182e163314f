"""Ray/triangle tests, and answers of your own tracer, judged exactly: hitmiss from Python.

Three lines judge an array of answers, t and triangle for each ray (inf and -1 for a miss):

    mesh = hitmiss.mesh("icosphere:faces=1280")
    rays = hitmiss.rays(mesh, aim="edges", count=10000)
    print(hitmiss.judge(mesh, rays, my_answers(mesh, rays)).counts)

t counts lengths of d, triangles count from 0. Trace the float32 arrays that were handed to you.

The program `hitmiss` does all the work: this file hands arrays over in files and reads what comes
back. It needs numpy, and the program: that of the environment variable HITMISS, else the one it was
installed or built with, else the one on the PATH.

A scene is the path of a .toml scene or of a mesh, or an array of triangles, n x 3 x 3. Options are
those of the program's command, as keywords: size=(64, 64), eye=(3, 1, 2), look_at="0,0,0". What the
program refuses raises hitmiss.Error with its message; its warnings and notes become warnings.
"""

import collections
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

import numpy as np

#: What an answer can be; `outcomes` holds places in this table. "neighbour" is a tie.
OUTCOMES = ("right", "leak", "false_hit", "wrong_triangle", "wrong_t", "neighbour", "degenerate")
RIGHT, LEAK, FALSE_HIT, WRONG_TRIANGLE, WRONG_T, NEIGHBOUR, DEGENERATE = range(len(OUTCOMES))


class Comparison(collections.namedtuple("Comparison", "table outcomes t triangle disagreements diagnosis")):
    """table: a row for each method, a dictionary. outcomes: uint8, rays x methods. t, triangle: of the
    exact answer to each ray; inf and -1 where nothing is hit. disagreements: for each two of the given
    answers, on how many rays they differ. diagnosis: by name, sentences on what the errors of given
    answers have in common. After judge: the one row, one outcome for each ray, and the sentences."""

    @property
    def counts(self):
        """How many answers are right, leaks, ...: a dictionary; after compare a list, one for each method."""
        if self.outcomes.ndim == 2:
            return [self._replace(outcomes=column).counts for column in self.outcomes.T]
        found = np.bincount(self.outcomes, minlength=len(OUTCOMES)).tolist()
        return {name: count for name, count in zip(OUTCOMES, found) if count}


class Error(RuntimeError):
    """What the program says when it fails; `exit` is its exit code, or minus the signal that ended it."""

    def __init__(self, message, exit=2):
        super().__init__(message)
        self.exit = exit


def mesh(scene):
    """The triangles of a scene, a mesh or a kind such as "icosphere:faces=320": float32, n x 3 x 3."""
    with _Call() as call:
        return call.array("-o", call.asked("mesh", scene))


def rays(scene, *, aim=None, count=None, **options):
    """Rays, float32, n x 6: origin and direction. Those of the picture, row by row; with
    aim="edges" (vertices, silhouettes, interior, random) `count` aimed ones; with grid="-y"
    parallel ones."""
    if count is not None and aim is None:
        raise Error('count= needs aim=, such as aim="edges"')
    if count is not None and not isinstance(count, (int, np.integer)):
        raise Error(f"count={count!r} is not a whole number; count=10000 would be right")
    if count is not None and count > 10**8:
        raise Error(f"count={count}: 100,000,000 is the most; `hitmiss leaks` counts more, and keeps none")
    with _Call() as call:
        return call.array("-o", call.asked("rays", scene), _words({"aim": aim, "rays": count, **options}))


def answers(scene, rays, method):
    """A method's answers, float64, n x 2: t and triangle; inf and -1 for a miss."""
    with _Call() as call:
        return call.array("--answers", [*call.asked("compare", scene, method), "--rays", call.floats("rays", rays)])


def judge(scene, rays, answers, *, name="mine", triangles=None, precision=None):
    """Judges answers to rays: an array n x 2 of floats, t and triangle; floats alone, t; a tuple of t
    and triangle; booleans or uint8, whether a ray hits; or other integers, how often. With
    `triangles`, the mesh whose triangles they number. precision: "float" or "double", by whose rules
    t is judged; without it the values of t tell. Returns a Comparison."""
    judged = compare(scene, rays=rays, answers={name: answers}, triangles=triangles, precision=precision)
    return judged._replace(table=judged.table[0], outcomes=judged.outcomes[:, 0],
                           diagnosis=judged.diagnosis.get(name, []))


def compare(scene, methods=(), *, rays=None, answers=None, triangles=None, precision=None, **options):
    """Compares methods such as "watertight" or "angle-sum:0.01", and answers by name, on these rays
    or else on the scene's picture. Returns a Comparison: first the methods, then the answers."""
    if options.get("light") is not None:
        raise Error("light= has no outcomes of rays; figure(scene, light=...) draws the pixels dark or lit wrongly")
    with _Call() as call:
        out = call.path("out.npy")
        words = call.asked("compare", scene, methods, answers, triangles, precision, rays)
        if rays is None and options.get("grid") is None:  # else there is a table only
            words += ["-o", call.path("compare.png")]
        said = json.loads(call.run(*words, "--format", "json", "--outcomes", out, *_words(options)))
        rows, diagnosis = np.load(out)[:, :2 + len(said["methods"])], said.get("diagnosis", [])
        for found in diagnosis:
            if any(reading["reading"] != "culled" for reading in found["readings"]):
                _warn(found["method"] + ": " + " ".join(found["sentences"]))
        return Comparison(said["methods"], rows[:, 2:].astype(np.uint8), rows[:, 0], rows[:, 1].astype(np.int64),
                          said.get("disagreements", []), {row["method"]: row["sentences"] for row in diagnosis})


def explain(scene, methods=(), *, pixel=None, rays=None, row=None, answers=None, triangles=None, **options):
    """What decides at a pixel (x, y), or at a row of rays: values and comparisons of each method, as
    the dictionary that `hitmiss explain --format json` prints."""
    if row is not None and rays is None and not options.keys() & {"aim", "grid"}:
        raise Error("row= needs rays=, aim= or grid=")
    with _Call() as call:
        words = call.asked("explain", scene, methods, answers, triangles, rays=rays)
        return json.loads(call.run(*words, "--format", "json", *_words(dict(options, pixel=pixel, row=row))))


class Figure(collections.namedtuple("Figure", "svg")):
    """A figure as the text of an SVG file. A notebook shows it."""

    def save(self, path):
        pathlib.Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self):
        return self.svg

    def __repr__(self):
        return f"<figure of {len(self.svg.encode())} bytes>"


def figure(scene, methods=(), *, command="compare", answers=None, triangles=None, **options):
    """The figure that `hitmiss compare` or another command draws of methods, and of answers by name
    to the rays of the scene's picture. If it has several pages this is the first, with a warning."""
    with _Call() as call:
        out = call.path("figure.svg")
        call.run(*call.asked(command, scene, methods, answers, triangles), "-o", out, *_words(options))
        if pages := len(list(pathlib.Path(out).parent.glob("figure-*.svg"))):
            _warn(f"the figure has {pages + 1} pages, and this is the first; max_height_mm=10000 makes them one")
        return Figure(pathlib.Path(out).read_text(encoding="utf-8"))


class _Call(tempfile.TemporaryDirectory):
    """A run of the program, and a temporary folder with the arrays that are handed over."""

    def __init__(self):
        super().__init__(prefix="hitmiss-")
        self._spoken = []  # pairs: what the program says, and what the caller calls it

    def __enter__(self):
        return self

    def path(self, name):
        return os.path.join(self.name, name)

    def _save(self, file, name, array):
        path = self.path(file + ".npy")
        self._spoken.append((path, name))
        np.save(path, array.astype(array.dtype.newbyteorder("<"), copy=False))
        return path

    def floats(self, name, array):
        """The file of a mesh or of rays, which are floats: nothing is rounded here."""
        array = _array(name, array)
        parts, of = ("2 x 3", "o and d of each ray") if name == "rays" else ("3 x 3", "a, b and c of each triangle")
        if array.ndim > 2 and " x ".join(map(str, array.shape[1:])) != parts:
            raise Error(f"{name}: has the shape {array.shape}; n x {parts}, {of}, would be right", 3)
        with np.errstate(all="ignore"):
            rounded = array.astype(np.float32)
        if not np.array_equal(rounded, array, equal_nan=True):
            raise Error(f"{name}: holds numbers that float32 would round; trace {name}.astype(numpy.float32), "
                        "and hand over the same", 3)
        return self._save(name, name, rounded)

    def answers(self, file, name, array):
        """The file of answers, where integers mean something else than floats."""
        if isinstance(array, tuple):
            lengths = [len(_array(name, column)) for column in array]
            if len(set(lengths)) != 1:
                raise Error(f"{name}: columns have the lengths {lengths}; equal ones would be right", 3)
            array = np.column_stack(array).astype(float)
        array = _array(name, array)
        kept = array.dtype in ("f4", "f8") or array.dtype.kind in "biu"
        return self._save(file, name, array if kept else array.astype(float))

    def asked(self, command, scene, methods=(), answers=None, triangles=None, precision=None, rays=None):
        """The words that say what is asked of which scene, on which rays and about whose answers."""
        path = os.fspath(scene) if isinstance(scene, (str, os.PathLike)) else self.floats("mesh", scene)
        words = [command, "./" + path if path.startswith("-") else path]  # it is no option
        if rays is not None:
            words += ["--rays", self.floats("rays", rays)]
        if answers is not None and not isinstance(answers, dict):
            raise Error("answers: is not a dictionary; {'mine': array} would be right")
        for method in [methods] if isinstance(methods, str) else methods:
            words += ["-m", method]
        for k, (name, array) in enumerate((answers or {}).items()):
            if not isinstance(name, str) or "," in name or not name or not name.isprintable():
                raise Error(f"{name!r} cannot name answers; a printable text without commas would be right")
            path = self.answers(f"answers-{k}", "answers" if len(answers) == 1 else f"answers[{name!r}]", array)
            method = f"answers:file={path},name="
            self._spoken.insert(0, (method, ""))  # then it says the name alone
            words += ["-m", f"{method}{name}" + (f",precision={precision}" if precision else "")]
        if triangles is not None:
            words += ["--triangles", self.floats("triangles", triangles)]
        return words

    def run(self, *words):
        """What the program prints. It names files; the caller gave arrays."""
        if self._spoken and any(word.startswith("--report=") for word in words):
            raise Error("report= would show commands for arrays, whose files are gone afterwards; numpy.save them, "
                        "and give paths")
        done = _run(_program(), *words)
        printed, said = done.stdout, done.stderr
        for spoken, name in self._spoken:
            printed, said = printed.replace(spoken, name), said.replace(spoken, name)
        said = [line.removeprefix("hitmiss: ") for line in said.splitlines()]
        if done.returncode != 0:
            said = [one for one in said if not one.startswith(("wrote ", "replaced "))]
            if done.returncode < 0:  # for example where memory runs out
                said.append(f"the program was ended by signal {-done.returncode}")
            raise Error("\n".join(said) or f"the program ended with exit code {done.returncode}", done.returncode)
        for kind, _, text in (line.partition(": ") for line in said):
            if kind in ("warning", "note"):
                _warn(text)
        return printed

    def array(self, option, words, more=()):
        """The array that the program writes to the file of that option."""
        out = self.path("out.npy")
        self.run(*words, option, out, *more)
        return np.load(out)


def _array(name, given):
    """An array of numbers."""
    try:
        array, masked = np.ascontiguousarray(given), np.ma.is_masked(np.ma.asarray(given))
    except (TypeError, ValueError):  # rows of unequal lengths, or of named columns
        array, masked = np.array(None), False
    if array.dtype.kind not in "biuf" or masked:
        raise Error(f"{name}: is not an array of numbers, none masked; numpy.load(path) reads one from a file", 3)
    return array


def _words(options):
    """Keywords as words of a command line: None is left out, True is a flag."""
    words = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        if name in ("columns", "format", "help", "licences", "output", "outcomes", "reproducers", "version"):
            raise Error(f"{name}= is not an option of a call, which returns what it finds; --{name} in a shell is one")
        if isinstance(value, np.ndarray) and value.size > 4:
            raise Error(f"{name}= takes no array of {value.size} numbers here")
        numbers = value if isinstance(value, (tuple, list, np.ndarray)) else [value]
        # The program reads doubles: a float32 is written with all their digits.
        texts = [str(float(number) if isinstance(number, np.floating) else number) for number in numbers]
        option, text = "--" + name.replace("_", "-"), ("x" if name == "size" else ",").join(texts)
        words += [option] if value is True else [f"{option}={text}"] if text else [option, ""]
    return words


def _warn(text):
    """Warns at the line that called this module."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename == __file__:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


def _program():
    here = pathlib.Path(__file__).resolve().parent
    installed = here.name == "dist-packages"  # Debian's folder for modules: PREFIX/lib/python3/dist-packages
    beside = here.parents[2] / "bin/hitmiss" if installed else here.parent / "build/hitmiss"
    return _known(os.environ.get("HITMISS") or (str(beside) if beside.is_file() else "hitmiss"))


def _run(program, *words):
    """A run of the program by itself: where mpirun started the caller, the program is not a rank of that job."""
    alone = {name: os.environ[name] for name in os.environ.keys() - {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}}
    return subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, env=alone,
                          encoding="utf-8", errors="replace")


@functools.cache
def _known(program):
    """The program, if it is hitmiss."""
    try:
        why = None if _run(program, "--version").stdout.startswith("hitmiss ") else "is not hitmiss"
    except OSError as error:
        why = error.strerror
    if why:
        raise Error(f"{program}: {why}; the environment variable HITMISS is to be the path of the program hitmiss", 127)
    return program
