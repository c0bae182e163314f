"""Ray/triangle tests, and answers of your own tracer, judged exactly: hitmiss from Python.

Three lines judge an array of answers, t and triangle for each ray (inf and -1 for a miss):

    mesh = hitmiss.mesh("icosphere:faces=1280")
    rays = hitmiss.rays(mesh, aim="edges", count=10000)
    print(hitmiss.judge(mesh, rays, my_answers(mesh, rays)).table)

The program `hitmiss` does all the work: this file hands arrays over in files and reads what comes
back. It needs numpy, and the program: that of the environment variable HITMISS, else the one it was
installed or built with, else the one on the PATH.

A scene is the path of a .toml scene or of a mesh, or an array of triangles, n x 3 x 3. Options are
those of the program's command, as keywords: size=(64, 64), eye=(3, 1, 2), look_at="0,0,0". What the
program refuses raises hitmiss.Error with its message; what it warns of becomes a warning.
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import warnings

import numpy as np

#: What an answer can be; `outcomes` holds places in this table. "neighbour" is a tie.
OUTCOMES = ("right", "leak", "false_hit", "wrong_triangle", "wrong_t", "neighbour", "degenerate")

#: table: a row for each method, a dictionary. outcomes: uint8, rays x methods. t, triangle: of the
#: exact answer to each ray; inf and -1 where nothing is hit. disagreements: for each two of the
#: given answers, on how many rays they differ. causes: for each of the given answers that errs, by
#: name, sentences on what its errors have in common and what may cause them.
Comparison = collections.namedtuple("Comparison", "table outcomes t triangle disagreements causes")


class Error(RuntimeError):
    """What the program says when it fails; `exit` is its exit code."""

    def __init__(self, message, exit):
        super().__init__(message)
        self.exit = exit


def mesh(scene):
    """The triangles of a scene, a mesh or a kind such as "icosphere:faces=320": float32, n x 3 x 3."""
    with _Files() as files:
        out = files.path("out.npy")
        _run("mesh", files.scene(scene), "-o", out)
        return np.load(out)


def rays(scene, *, aim=None, count=None, **options):
    """Rays, float32, n x 6: origin and direction. Those of the picture, row by row; with
    aim="edges" (vertices, silhouettes, interior, random) `count` aimed ones; with grid="-y"
    parallel ones."""
    with _Files() as files:
        out = files.path("out.npy")
        _run("rays", files.scene(scene), *_words(dict(options, aim=aim, rays=count)), "-o", out)
        return np.load(out)


def answers(scene, rays, method):
    """A method's answers, float64, n x 2: t and triangle; inf and -1 for a miss."""
    with _Files() as files:
        out = files.path("out.npy")
        _run("compare", files.scene(scene), "--rays", files.array("rays", rays), "-m", method,
             "--answers", out)
        return np.load(out)


def judge(scene, rays, answers, *, name="mine", triangles=None):
    """Judges answers to rays: an array n x 2 of floats, t and triangle; floats alone, t; a tuple of t
    and triangle; booleans or uint8, whether a ray hits; or other integers, how often. With
    `triangles`, the mesh whose triangles they number. Returns a Comparison whose table is the one
    row, whose outcomes are one for each ray, and whose causes are one list of sentences, empty
    without errors. They are a warning too where the answers seem to be written in another way, with
    triangles numbered from 1 for example."""
    judged = compare(scene, rays=rays, answers={name: answers}, triangles=triangles)
    return judged._replace(table=judged.table[0], outcomes=judged.outcomes[:, 0],
                           causes=judged.causes.get(name, []))


def compare(scene, methods=(), *, rays=None, answers=None, triangles=None, **options):
    """Compares methods such as "watertight" or "angle-sum:0.01", and answers by name, on these rays
    or else on the scene's picture. Returns a Comparison: first the methods, then the answers."""
    with _Files() as files:
        out = files.path("out.npy")
        words = ["compare", files.scene(scene), "--format", "json", "--outcomes", out]
        words += ["-o", files.path("compare.png")] if rays is None else ["--rays", files.array("rays", rays)]
        words += files.methods(methods, answers, triangles)
        said = json.loads(_run(*words, *_words(options)))
        rows = np.load(out)
        for found in said.get("diagnosis", []):
            if any(reading["reading"] != "culled" for reading in found["readings"]):
                warnings.warn(found["method"] + ": " + " ".join(found["sentences"]), stacklevel=3)
        return Comparison(said["methods"], rows[:, 2:].astype(np.uint8), rows[:, 0],
                          rows[:, 1].astype(np.int64), said.get("disagreements", []),
                          {found["method"]: found["sentences"] for found in said.get("diagnosis", [])})


def explain(scene, methods=(), *, pixel=None, rays=None, row=None, answers=None, triangles=None, **options):
    """What decides at a pixel (x, y), or at a row of rays: values and comparisons of each method, as
    the dictionary that `hitmiss explain --format json` prints."""
    with _Files() as files:
        words = ["explain", files.scene(scene), "--format", "json"]
        words += files.methods(methods, answers, triangles)
        if rays is not None:
            words += ["--rays", files.array("rays", rays)]
        return json.loads(_run(*words, *_words(dict(options, pixel=pixel, row=row))))


class Figure:
    """A figure as the text of an SVG file. A notebook shows it."""

    def __init__(self, svg):
        self.svg = svg

    def save(self, path):
        pathlib.Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self):
        return self.svg

    def __repr__(self):
        return f"<figure of {len(self.svg)} bytes>"


def figure(scene, methods=(), *, command="compare", answers=None, triangles=None, **options):
    """The figure that `hitmiss compare` or another command draws of methods, and of answers by name
    to the rays of the scene's picture."""
    with _Files() as files:
        out = files.path("figure.svg")
        _run(command, files.scene(scene), "-o", out, *files.methods(methods, answers, triangles), *_words(options))
        return Figure(pathlib.Path(out).read_text(encoding="utf-8"))


class _Files:
    """A temporary folder with the arrays that a call hands over."""

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="hitmiss-")
        return self

    def __exit__(self, *_):
        self._folder.cleanup()

    def path(self, name):
        return os.path.join(self._folder.name, name)

    def array(self, name, array, integers_too=False):
        """The file of an array: of little-endian floats or, where they mean something else, integers."""
        path = self.path(name + ".npy")
        array = np.ascontiguousarray(array)
        kept = array.dtype in ("<f4", "<f8") or integers_too and array.dtype.kind in "biu"
        np.save(path, array.astype(array.dtype.newbyteorder("<") if kept else "<f8", copy=False))
        return path

    def scene(self, scene):
        return os.fspath(scene) if isinstance(scene, (str, os.PathLike)) else self.array("mesh", scene)

    def methods(self, methods, answers, triangles):
        words = []
        for method in [methods] if isinstance(methods, str) else methods:
            words += ["-m", method]
        for k, (name, array) in enumerate((answers or {}).items()):
            if "," in name or not name:
                raise Error(f"{name!r} cannot name answers; a name without commas would be right", 2)
            if isinstance(array, tuple):
                path = self.array(f"answers-{k}", np.column_stack(array).astype(float))
            else:
                path = self.array(f"answers-{k}", array, integers_too=True)
            words += ["-m", f"answers:file={path},name={name}"]
        if triangles is not None:
            words += ["--triangles", self.array("triangles", triangles)]
        return words


def _words(options):
    """Keywords as words of a command line: None is left out, True is a flag."""
    words = []
    for name, value in options.items():
        if name in ("help", "licences", "version"):
            raise Error(f"{name!r} is no option of a call; hitmiss --{name} in a shell prints it", 2)
        if value is None or value is False:
            continue
        if isinstance(value, (tuple, list, np.ndarray)):
            value = ("x" if name == "size" else ",").join(str(number) for number in value)
        name = "--" + name.replace("_", "-")
        words.append(name if value is True else f"{name}={value}")
    return words


def _program():
    here = pathlib.Path(__file__).resolve().parent
    # In Debian's folder for modules, lib/python3/dist-packages; and in the source tree.
    beside = [here.parents[2] / "bin/hitmiss" if len(here.parents) > 2 else here, here.parent / "build/hitmiss"]
    for program in [os.environ.get("HITMISS")] + [str(path) for path in beside if path.is_file()]:
        if program:
            return program
    program = shutil.which("hitmiss")
    if not program:
        raise Error("the program hitmiss is not found; set the environment variable HITMISS to its path", 127)
    return program


def _run(*words):
    program = _program()
    try:
        done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              encoding="utf-8", errors="replace")
    except OSError as error:
        raise Error(f"{program}: {error.strerror}; the environment variable HITMISS is to be the path of "
                    "the program hitmiss", 127) from None
    said = [line.removeprefix("hitmiss: ") for line in done.stderr.splitlines()]
    if done.returncode != 0:
        raise Error("\n".join(said), done.returncode)
    for line in said:
        if line.startswith("warning: "):
            warnings.warn(line.removeprefix("warning: "), stacklevel=3)
    return done.stdout
