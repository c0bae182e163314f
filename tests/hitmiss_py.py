#!/usr/bin/env python3
"""Tests of src/hitmiss.py: hitmiss_py.py FOLDER_OF_HITMISS_PY CLIENT. The program is in $HITMISS."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np

sys.path.insert(0, sys.argv[1])
import hitmiss

warnings.filterwarnings("ignore", message=".* add precision=")


def client(mesh, rays):
    """The answers of a tracer that does not know hitmiss."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("mesh.npy", "rays.npy", "hits.npy")]
        np.save(names[0], mesh), np.save(names[1], rays)
        subprocess.run([sys.executable, sys.argv[2], *names], check=True)
        return np.load(names[2])


def message_of(call):
    try:
        call()
    except hitmiss.Error as error:
        assert "\n" not in str(error), error
        return error.exit, str(error)
    raise AssertionError("no error")


# The docstring's three lines.
lines = re.findall(r"^    (.*)$", hitmiss.__doc__, re.MULTILINE)
assert len(lines) == 3, lines
said = {"hitmiss": hitmiss, "my_answers": client, "print": lambda counts: said.update(counts=counts)}
exec("\n".join(lines).replace("1280", "80"), said)
mesh, rays = said["mesh"], said["rays"]
assert mesh.shape == (80, 3, 3) and mesh.dtype == np.float32
assert rays.shape == (10000, 6) and rays.dtype == np.float32

# The client computes what moller-trumbore computes: the same answers, the same verdict.
theirs, ours = client(mesh, rays), hitmiss.answers(mesh, rays, "moller-trumbore:epsilon=0")
assert (theirs == ours).all()
judged = hitmiss.judge(mesh, rays, theirs)
row = judged.table
assert row["method"] == "mine" and row["leaks"] > 100
both = hitmiss.compare(mesh, ["moller-trumbore:epsilon=0", "exact"], rays=rays, answers={"theirs": theirs})
assert [row["method"] for row in both.table] == ["moller-trumbore", "exact", "theirs"], both.table
assert (both.outcomes[:, 0] == judged.outcomes).all() and (both.outcomes[:, 2] == judged.outcomes).all()
assert (both.outcomes[:, 1] == hitmiss.RIGHT).all()

# What failed is selected; counts and the exact answers are consistent.
for k, name in enumerate(hitmiss.OUTCOMES):
    column = {"leak": "leaks", "false_hit": "false_hits"}.get(name, name)
    assert name == "right" or row[column] == np.count_nonzero(judged.outcomes == k), name
constants = [getattr(hitmiss, name.upper()) for name in hitmiss.OUTCOMES]
assert constants == list(range(7)) and [hitmiss.OUTCOMES[k] for k in constants] == list(hitmiss.OUTCOMES)
leaks = judged.outcomes == hitmiss.LEAK
counted = {name: row[column] for name, column in
           (("leak", "leaks"), ("neighbour", "neighbour"), ("degenerate", "degenerate")) if row[column]}
assert row["errors"] == row["leaks"], "else there are more outcomes"
counted["right"] = len(rays) - sum(counted.values())
assert judged.counts == counted == said["counts"] and both.counts == [counted, {"right": 10000}, counted], judged.counts
assert (judged.triangle[leaks] >= 0).all() and np.isinf(theirs[leaks & (theirs[:, 1] < 0), 0]).all()
hit = judged.triangle >= 0
assert (np.isfinite(judged.t) == hit).all()
corners = mesh[judged.triangle[hit]].astype(float)
normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
o, d = rays[hit, :3].astype(float), rays[hit, 3:].astype(float)
t = np.sum((corners[:, 0] - o) * normals, axis=1) / np.sum(d * normals, axis=1)
assert np.allclose(t, judged.t[hit], rtol=1e-9)

# Answers as a tuple, as t alone, and of another order of triangles.
t, triangle = theirs[:, 0], theirs[:, 1].astype(int)
assert (hitmiss.judge(mesh, rays, (t, triangle)).outcomes == judged.outcomes).all()
assert hitmiss.judge(mesh, rays, t).table["leaks"] == row["leaks"]
reversed_ = np.where(triangle < 0, -1, len(mesh) - 1 - triangle)
assert (hitmiss.judge(mesh, rays, (t, reversed_), triangles=mesh[::-1]).outcomes == judged.outcomes).all()

# Booleans and integers are judged as the program judges the same array: hit or miss, and how often.
def told_of(rays, answers):
    """What the program prints of answers to rays."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("mesh.npy", "rays.npy", "hits.npy")]
        for name, array in zip(names, (mesh, rays, answers)):
            np.save(name, array)
        said = subprocess.run([os.environ["HITMISS"], "compare", names[0], "--rays", names[1], "-m",
                               f"answers:file={names[2]},name=mine", "--format=json"],
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(said.stdout)


def verdict(answers):
    return told_of(shifted, answers)["methods"][0]


shifted = rays.copy()
shifted[::2, :3] = 9  # most of these miss
hits = hitmiss.compare(mesh, "exact", rays=shifted).triangle >= 0
assert hitmiss.judge(mesh, shifted, hits).table["errors"] == 0 and 1000 < np.count_nonzero(hits) < len(hits) - 1000
for array in (hits, ~hits, hits.astype(np.uint8), hits.astype(np.int64), np.maximum(triangle, 0) % 64):
    assert hitmiss.judge(mesh, shifted, array).table == verdict(array), array.dtype
assert hitmiss.judge(mesh, shifted, hits.astype(">i4")).table == verdict(hits.astype("<i4"))
for array in (hits, hits.astype(int)):  # without t there is no distance
    told = hitmiss.judge(mesh, shifted, array).table
    assert [told[f"t_off_{which}"] for which in ("median", "99", "max")] == 3 * [None], told


def notes_of(call):
    """What a call warns of; each warning names the line of this file that called."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        call()
    assert {w.filename for w in warned} <= {__file__}, warned
    return [str(w.message) for w in warned]


# Integers that are many are probably triangles.
note, wrong = notes_of(lambda: hitmiss.judge(mesh, shifted, np.maximum(triangle, 0)))
assert note.startswith(f"answers: a column of integers is read as hits per ray, here up to {triangle.max()};"), note
assert wrong.startswith("mine: the number of hits is wrong on "), wrong
for few in (hits.astype(np.uint8) * 255, hits):
    assert notes_of(lambda: hitmiss.judge(mesh, shifted, few)) == [], few.dtype
# No ray has 63 hits: each that hits is miscounted, though its nearest hit is right.
(note,) = notes_of(lambda: hitmiss.judge(mesh, shifted, np.where(hits, 63, 0)))
assert note == (f"mine: the number of hits is wrong on {np.count_nonzero(hits):,} of {len(hits):,} rays, "
                f"first on ray {np.flatnonzero(hits)[0]}"), note

(note,) = notes_of(lambda: hitmiss.judge(mesh, shifted, np.where(hits, triangle % 60, 0).astype(np.uint8)))
assert note.startswith("answers: a column of uint8 is read as whether a ray hits, though it goes up to 59;"), note

# A note says where t is judged by the rules of one precision, and errs by those of the other: choose.
by_rules, (note,) = {}, notes_of(lambda: hitmiss.judge(mesh, rays, theirs))
for precision in ("float", "double"):
    choose = lambda: by_rules.update({precision: hitmiss.judge(mesh, rays, theirs, precision=precision).table})
    assert notes_of(choose) == [] and by_rules[precision]["precision"] == precision, precision
errors = [by_rules[precision]["errors"] for precision in ("float", "double")]
assert errors[0] == row["errors"] < errors[1], errors
assert note.endswith(f"add precision=double: {errors[1]:,} errors in place of {errors[0]:,}"), note
assert message_of(lambda: hitmiss.judge(mesh, rays, theirs, precision="half")) == (
    2, "precision=half: no such value; precision is one of float, double")

# The program's diagnosis, by the name of the answers.
sentences = told_of(rays, theirs)["diagnosis"][0]["sentences"]
assert judged.diagnosis == sentences and len(sentences) > 1 and "edges" in sentences[0], judged.diagnosis
assert both.diagnosis["theirs"] == [line.replace("mine", "theirs") for line in sentences], both.diagnosis
assert hitmiss.judge(mesh, rays, hitmiss.answers(mesh, rays, "exact")).diagnosis == []

# Doubles that are floats are taken as they are; others are refused, and not rounded.
wide = mesh.astype(float), rays.astype(float)
assert (hitmiss.judge(*wide, theirs).outcomes == judged.outcomes).all()
for name, call in (("mesh", lambda: hitmiss.judge(wide[0] * 1.1, rays, theirs)),
                   ("rays", lambda: hitmiss.judge(mesh, wide[1] * 1.1, theirs)),
                   ("rays", lambda: hitmiss.explain(mesh, "mt", rays=wide[1] * 1e300, row=0)),
                   ("triangles", lambda: hitmiss.judge(mesh, rays, theirs, triangles=wide[0] * 1.1))):
    assert message_of(call) == (3, f"{name}: holds numbers that float32 would round; trace "
                                f"{name}.astype(numpy.float32), and hand over the same"), name

# Pictures, grids, explanations.
picture = hitmiss.compare(mesh, "watertight", size=(20, 10), eye=(0, 0, 5))
assert picture.outcomes.shape == (200, 1) and 0 < np.count_nonzero(picture.triangle >= 0) < 200
assert len(hitmiss.rays(mesh, grid="-y", size="7x5")) == 35
assert hitmiss.compare(mesh, "watertight", grid="-y", size="7x5").outcomes.shape == (35, 1)
# What the program has written before it fails is gone.
code, text = message_of(lambda: hitmiss.compare(mesh, "moller-trumbore:epsilon=1", size=(9, 9), fail_over=0))
assert code == 1 and "wrote" not in text and text, text
first = int(np.argmax(leaks))
told = hitmiss.explain(mesh, "moller-trumbore:epsilon=0", rays=rays, row=first)
assert judged.triangle[first] in told["exact_triangles"], told
assert hitmiss.explain(mesh, "watertight", pixel=(0, 0))["exact_triangles"] == []

# Answers of two tracers, compared with each other: on given rays, and on those of a picture.
watertight = hitmiss.answers(mesh, rays, "watertight")
differ = np.count_nonzero(watertight[:, 1] != theirs[:, 1])
two = hitmiss.compare(mesh, rays=rays, answers={"theirs": theirs, "ours": watertight})
assert two.disagreements == [{"answers": "theirs", "others": "ours", "rays": differ}], two.disagreements
assert differ > 100
seen = hitmiss.rays(mesh, size=(40, 30))
some = client(mesh, seen)
other = np.where(np.arange(len(some))[:, None] % 7 == 0, [np.inf, -1], some)
two = hitmiss.compare(mesh, size=(40, 30), answers={"theirs": some, "other": other})
assert [row["rays"] for row in two.disagreements] == [np.count_nonzero(some[::7, 1] >= 0)], two.disagreements
assert two.disagreements[0]["rays"] > 20 and judged.disagreements == []

# Figures are those of the program, by bytes.
camera = dict(size=(9, 9), eye=(0, 0, 5), subtitle="own")
theirs_of_picture = client(mesh, hitmiss.rays(mesh, size=(9, 9), eye=(0, 0, 5)))
figure = hitmiss.figure(mesh, "watertight", answers={"theirs": theirs_of_picture}, **camera)
assert figure._repr_svg_() == figure.svg and ">theirs<" not in repr(figure), figure
with tempfile.TemporaryDirectory() as folder:
    names = [os.path.join(folder, name) for name in ("mesh.npy", "theirs.npy", "own.svg", "saved.svg")]
    np.save(names[0], mesh), np.save(names[1], theirs_of_picture)
    subprocess.run([os.environ["HITMISS"], "compare", names[0], "-m", "watertight", "-m",
                    f"answers:file={names[1]},name=theirs", "--size=9x9", "--eye=0,0,5", "--subtitle=own",
                    "-o", names[2]], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    figure.save(names[3])
    assert open(names[2], "rb").read() == open(names[3], "rb").read()
# An empty text is one: it leaves the head out.
headed, bare = (hitmiss.figure(mesh, "watertight", size=(9, 9), **texts).svg
                for texts in ({}, {"title": "", "subtitle": ""}))
height = re.compile(r'<svg [^>]*height="([0-9.]+)')
assert float(height.match(bare)[1]) < float(height.match(headed)[1])
assert hitmiss.figure(mesh, "angle-sum:0.1", command="accept").svg.startswith("<svg ")
many = [f"angle-sum:0.{k}" for k in range(1, 10)]
(note,) = notes_of(lambda: hitmiss.figure(mesh, many, size=(64, 64)))
assert " pages, and this is the first; max_height_mm=10000 makes" in note, note
assert notes_of(lambda: hitmiss.figure(mesh, many, size=(64, 64), max_height_mm=10000)) == []
figure = hitmiss.Figure("ε")
assert repr(figure) == "<figure of 2 bytes>", figure

# A float32 means itself, not the decimal that stands for it: the middle ray meets the vertex.
far = (mesh + np.float32(4096)).astype(np.float32)
aimed = hitmiss.rays(far, size=(1, 1), eye=(4096.25, 4096.25, 4100.125), look_at=far[40, 0])
way = far[40, 0].astype(float) - aimed[0, :3]
assert np.linalg.norm(np.cross(aimed[0, 3:], way / np.linalg.norm(way))) < 1e-7

# The program's own messages, about what the caller knows.
code, text = message_of(lambda: hitmiss.judge(mesh, rays, theirs[:5]))
assert (code, text) == (3, "answers: has 5 rows; 10000, one for each ray of --rays or pixel, would be right"), text
for call, start in ((lambda: hitmiss.judge(mesh, rays, theirs.T), "answers: has the shape (2, 10000)"),
                    (lambda: hitmiss.compare(mesh, rays=rays, answers={"a": t, "b": t[:5]}), "answers['b']: has 5 "),
                    (lambda: hitmiss.judge(mesh, rays[:, :5], theirs), "rays: has 5 numbers a row"),
                    (lambda: hitmiss.judge(mesh.reshape(80, 9)[:, :6], rays, theirs), "mesh: has 6 numbers a row"),
                    (lambda: hitmiss.judge(mesh[:, :2], rays, theirs), "mesh: has the shape (80, 2, 3); n x 3 x 3, "),
                    (lambda: hitmiss.judge(mesh.reshape(80, 9, 1), rays, theirs), "mesh: has the shape (80, 9, 1); "),
                    (lambda: hitmiss.judge(mesh, rays.reshape(-1, 3, 2), theirs),
                     "rays: has the shape (10000, 3, 2); n x 2 x 3, o and d of each ray, would be right"),
                    (lambda: hitmiss.judge(mesh, rays, theirs, triangles=mesh[:, :2]), "triangles: has the shape (80")):
    code, text = message_of(call)
    assert code == 3 and text.startswith(start), text
assert message_of(lambda: hitmiss.judge(mesh, rays, (t, triangle[:4]))) == (
    3, "answers: columns have the lengths [10000, 4]; equal ones would be right")
for name, call in (("answers", lambda: hitmiss.judge(mesh, rays, "hits.npy")),
                   ("answers", lambda: hitmiss.judge(mesh, rays, [[1, 2], [3]])),
                   ("answers", lambda: hitmiss.judge(mesh, rays, np.zeros(10000, [("t", "f4"), ("triangle", "i4")]))),
                   ("answers", lambda: hitmiss.judge(mesh, rays, np.ma.masked_equal(theirs, -1))),
                   ("answers", lambda: hitmiss.judge(mesh, rays, list(np.ma.masked_equal(theirs, -1)))),
                   ("rays", lambda: hitmiss.answers(mesh, None, "exact")),
                   ("rays", lambda: hitmiss.judge(mesh, "rays.npy", theirs))):
    assert message_of(call) == (
        3, f"{name}: is not an array of numbers, none masked; numpy.load(path) reads one from a file"), name
code, text = message_of(lambda: hitmiss.compare("none.toml"))
assert (code, text) == (3, "none.toml: does not exist; check the spelling"), text
assert message_of(lambda: hitmiss.rays(mesh, colour="red"))[0] == 2
assert message_of(lambda: hitmiss.mesh(mesh * np.nan))[1].endswith("not a finite number in the range of a float")
assert (hitmiss.judge(mesh, rays.reshape(-1, 2, 3), theirs).outcomes == judged.outcomes).all()
assert hitmiss.judge(mesh, rays, theirs, name="my tracer = fast").table["method"] == "my tracer = fast"
for name in ("a,b", "", 3, "two\nlines", "\0", "\udcff"):
    assert message_of(lambda: hitmiss.judge(mesh, rays, theirs, name=name)) == (
        2, f"{name!r} cannot name answers; a printable text without commas would be right")
assert message_of(lambda: hitmiss.compare(mesh, rays=rays, answers=theirs)) == (
    2, "answers: is not a dictionary; {'mine': array} would be right")
assert message_of(lambda: hitmiss.mesh("-x.obj")) == (3, "./-x.obj: does not exist; check the spelling")

# Keywords that need another one, and numbers where no array belongs.
assert message_of(lambda: hitmiss.rays(mesh, count=10)) == (2, 'count= needs aim=, such as aim="edges"')
assert message_of(lambda: hitmiss.rays(mesh, aim="edges", count=10**12))[1].startswith(
    "count=1000000000000: 100,000,000 is the most")
assert len(hitmiss.rays(mesh, aim="edges", rays=7)) == 7
assert message_of(lambda: hitmiss.rays(mesh, aim="edges", count=True))[1].startswith("--rays lacks its value")
for count in ("10", 2.5):
    assert message_of(lambda: hitmiss.rays(mesh, aim="edges", count=count)) == (
        2, f"count={count!r} is not a whole number; count=10000 would be right")
for option in ("columns", "format", "help", "licences", "output", "outcomes", "reproducers", "version"):
    assert message_of(lambda: hitmiss.compare(mesh, "mt", **{option: True})) == (
        2, f"{option}= is not an option of a call, which returns what it finds; --{option} in a shell is one")
assert message_of(lambda: hitmiss.compare(mesh, "mt", light="0,9,0")) == (
    2, "light= has no outcomes of rays; figure(scene, light=...) draws the pixels dark or lit wrongly")
assert " dark or lit " in hitmiss.figure(mesh, "mt", light="9,9,9", eye=(9, 8, 7), size=(16, 16)).svg
assert message_of(lambda: hitmiss.compare(mesh, "mt", report="r.md"))[1].startswith("report= would show commands")
with tempfile.TemporaryDirectory() as folder:  # paths stay what they are
    np.save(os.path.join(folder, "mesh.npy"), mesh)
    hitmiss.compare(os.path.join(folder, "mesh.npy"), "angle-sum:0.5", grid="x", report=os.path.join(folder, "r.md"))
    assert "mesh.npy --grid=x --row" in open(os.path.join(folder, "r.md")).read()
assert message_of(lambda: hitmiss.explain(mesh, row=3)) == (2, "row= needs rays=, aim= or grid=")
assert hitmiss.explain(mesh, "mt", aim="edges", row=3)["o"]
assert message_of(lambda: hitmiss.figure(mesh, "mt", rays=rays)) == (2, "rays= takes no array of 60000 numbers here")

# A program that is not hitmiss is named, whatever it does.
program = os.environ["HITMISS"]
for wrong in ("/nowhere/hitmiss", sys.argv[2][:sys.argv[2].rindex("/")], shutil.which("true"), shutil.which("false")):
    os.environ["HITMISS"] = wrong
    code, text = message_of(lambda: hitmiss.mesh("icosphere:faces=80"))
    assert code == 127 and text.startswith(wrong + ": ") and "HITMISS" in text, text
os.environ["HITMISS"] = program

# What ends the program before it can say why is named.
with tempfile.TemporaryDirectory() as folder:
    os.environ["HITMISS"] = os.path.join(folder, "hitmiss")
    for command, code, what in (("kill -KILL $$", -9, "was ended by signal 9"),
                                ("kill -TERM $$", -15, "was ended by signal 15"),
                                ("exit 130", 130, "ended with exit code 130")):
        hitmiss._known.cache_clear()
        with open(os.environ["HITMISS"], "w") as script:
            script.write(f'#!/bin/sh\n[ "$1" = --version ] && exec {program} --version\n{command}\n')
        os.chmod(os.environ["HITMISS"], 0o700)
        assert message_of(lambda: hitmiss.mesh("icosphere:faces=80")) == (code, "the program " + what), code
os.environ["HITMISS"] = program

# Under mpirun each rank asks the program for itself.
for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"):
    os.environ[name] = "1"
    hitmiss._known.cache_clear()
    assert (hitmiss.mesh("icosphere:faces=80") == mesh).all(), name
    del os.environ[name]

# A mesh with faults gives the same warning each time, so that Python shows it once.
faulty = np.concatenate([mesh, mesh[:1] * 0])
notes = [notes_of(lambda: call(faulty)) for call in 2 * [lambda faulty: hitmiss.rays(faulty, size=(2, 2))]]
assert notes == 2 * [["mesh: triangles without area: 1"]], notes
(note,) = notes_of(lambda: hitmiss.judge(faulty, rays, theirs, precision="float"))
assert note == notes[0][0], note

# The module asks its own build in a clone, and the program beside it where it was installed.
del os.environ["HITMISS"]
with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    for place, own in (("home/clone/src", "home/clone/build/hitmiss"), ("lib/python3/dist-packages", "bin/hitmiss")):
        for path in ("bin/hitmiss", "home/clone/build/hitmiss"):
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            if not os.path.exists(os.path.join(folder, path)):
                os.symlink(program, os.path.join(folder, path))
        os.makedirs(os.path.join(folder, place))
        shutil.copy(hitmiss.__file__, os.path.join(folder, place))
        spec = importlib.util.spec_from_file_location("own", os.path.join(folder, place, "hitmiss.py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        assert module._program() == os.path.join(folder, own), module._program()
    # Without these, the one on the PATH.
    os.rename(os.path.join(folder, "bin"), os.path.join(folder, "elsewhere"))
    path, os.environ["PATH"] = os.environ["PATH"], folder
    try:
        raise AssertionError(module.mesh("cube"))
    except module.Error as error:
        assert error.exit == 127 and str(error).startswith("hitmiss: No such file or directory; "), error
    os.environ["PATH"] = os.path.join(folder, "elsewhere")
    assert module.mesh("cube").shape == (12, 3, 3)
    os.environ["PATH"] = path
os.environ["HITMISS"] = program

# What may cause the errors is said, and warned of where answers are written in another way; without
# errors nothing is.
assert any("It gives the same answers as moller-trumbore" in cause for cause in judged.diagnosis), judged.diagnosis
from_one = []
said = notes_of(lambda: from_one.append(hitmiss.judge(mesh, rays, theirs + [0, 1], precision="float")))
(from_one,) = from_one
assert "Does this tracer number triangles from 1? The first one is 0." in from_one.diagnosis[0], from_one.diagnosis
assert said == ["mine: " + " ".join(from_one.diagnosis)], said
right = hitmiss.judge(mesh, rays, hitmiss.answers(mesh, rays, "exact"))
assert right.diagnosis == [] and right.table["errors"] == 0
