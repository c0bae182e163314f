#!/usr/bin/env python3
"""Tests of src/hitmiss.py: hitmiss_py.py FOLDER_OF_HITMISS_PY CLIENT. The program is in $HITMISS."""

import json
import os
import re
import subprocess
import sys
import tempfile
import warnings

import numpy as np

sys.path.insert(0, sys.argv[1])
import hitmiss


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
said = {"hitmiss": hitmiss, "my_answers": client, "print": lambda row: said.update(row=row)}
exec("\n".join(lines).replace("1280", "80"), said)
mesh, rays, row = said["mesh"], said["rays"], said["row"]
assert mesh.shape == (80, 3, 3) and mesh.dtype == np.float32
assert rays.shape == (10000, 6) and rays.dtype == np.float32

# The client computes what moller-trumbore computes: the same answers, the same verdict.
theirs, ours = client(mesh, rays), hitmiss.answers(mesh, rays, "moller-trumbore:epsilon=0")
assert (theirs == ours).all()
judged = hitmiss.judge(mesh, rays, theirs)
assert judged.table == row and row["method"] == "mine" and row["leaks"] > 100
both = hitmiss.compare(mesh, ["moller-trumbore:epsilon=0", "exact"], rays=rays, answers={"theirs": theirs})
assert [row["method"] for row in both.table] == ["moller-trumbore", "exact", "theirs"], both.table
assert (both.outcomes[:, 0] == judged.outcomes).all() and (both.outcomes[:, 2] == judged.outcomes).all()
assert (both.outcomes[:, 1] == hitmiss.OUTCOMES.index("right")).all()

# What failed is selected; counts and the exact answers are consistent.
for k, name in enumerate(hitmiss.OUTCOMES):
    column = {"leak": "leaks", "false_hit": "false_hits"}.get(name, name)
    assert name == "right" or row[column] == np.count_nonzero(judged.outcomes == k), name
leaks = judged.outcomes == hitmiss.OUTCOMES.index("leak")
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
def verdict(answers):
    """What the program prints of an array of answers."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("mesh.npy", "rays.npy", "hits.npy")]
        for name, array in zip(names, (mesh, shifted, answers)):
            np.save(name, array)
        said = subprocess.run([os.environ["HITMISS"], "compare", names[0], "--rays", names[1], "-m",
                               f"answers:file={names[2]},name=mine", "--format=json"],
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(said.stdout)["methods"][0]


shifted = rays.copy()
shifted[::2, :3] = 9  # most of these miss
hits = hitmiss.compare(mesh, "exact", rays=shifted).triangle >= 0
assert hitmiss.judge(mesh, shifted, hits).table["errors"] == 0 and 1000 < np.count_nonzero(hits) < len(hits) - 1000
for array in (hits, ~hits, hits.astype(np.uint8), hits.astype(np.int64), np.maximum(triangle, 0)):
    assert hitmiss.judge(mesh, shifted, array).table == verdict(array), array.dtype
assert hitmiss.judge(mesh, shifted, hits.astype(">i4")).table == verdict(hits.astype("<i4"))

# Pictures, grids, explanations.
picture = hitmiss.compare(mesh, "watertight", size=(20, 10), eye=(0, 0, 5))
assert picture.outcomes.shape == (200, 1) and 0 < np.count_nonzero(picture.triangle >= 0) < 200
assert len(hitmiss.rays(mesh, grid="-y", size="7x5")) == 35
first = int(np.argmax(leaks))
told = hitmiss.explain(mesh, "moller-trumbore:epsilon=0", rays=rays, row=first)
assert judged.triangle[first] in told["exact_triangles"], told
assert hitmiss.explain(mesh, "watertight", pixel=(0, 0))["exact_triangles"] == []

# Answers of two tracers, compared with each other: on given rays, and on those of a picture.
watertight = hitmiss.answers(mesh, rays, "watertight")
differ = np.count_nonzero(watertight[:, 1] != theirs[:, 1])
two = hitmiss.compare(mesh, rays=rays, answers={"theirs": theirs, "ours": watertight})
assert [row["rays"] for row in two.disagreements] == [differ] and differ > 100, two.disagreements
seen = hitmiss.rays(mesh, size=(40, 30))
some = client(mesh, seen)
other = np.where(np.arange(len(some))[:, None] % 7 == 0, [np.inf, -1], some)
two = hitmiss.compare(mesh, size=(40, 30), answers={"theirs": some, "other": other})
assert [row["rays"] for row in two.disagreements] == [np.count_nonzero(some[::7, 1] >= 0)], two.disagreements
assert two.disagreements[0]["rays"] > 20 and judged.disagreements == []

# Figures are those of the program, by bytes.
camera = dict(size=(9, 9), eye=(0, 0, 5), title="own")
theirs_of_picture = client(mesh, hitmiss.rays(mesh, size=(9, 9), eye=(0, 0, 5)))
figure = hitmiss.figure(mesh, "watertight", answers={"theirs": theirs_of_picture}, **camera)
assert figure._repr_svg_() == figure.svg and ">theirs<" not in repr(figure), figure
with tempfile.TemporaryDirectory() as folder:
    names = [os.path.join(folder, name) for name in ("mesh.npy", "theirs.npy", "own.svg", "saved.svg")]
    np.save(names[0], mesh), np.save(names[1], theirs_of_picture)
    subprocess.run([os.environ["HITMISS"], "compare", names[0], "-m", "watertight", "-m",
                    f"answers:file={names[1]},name=theirs", "--size=9x9", "--eye=0,0,5", "--title=own",
                    "-o", names[2]], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    figure.save(names[3])
    assert open(names[2], "rb").read() == open(names[3], "rb").read()
assert hitmiss.figure(mesh, "angle-sum:0.1", command="accept").svg.startswith("<svg ")

# The program's own messages.
code, text = message_of(lambda: hitmiss.judge(mesh, rays, theirs[:5]))
assert code == 3 and "has 5 rows; 10000, one for each ray, would be right" in text, text
code, text = message_of(lambda: hitmiss.compare("none.toml"))
assert (code, text) == (3, "none.toml: does not exist; check the spelling"), text
assert message_of(lambda: hitmiss.rays(mesh, colour="red"))[0] == 2
assert message_of(lambda: hitmiss.mesh(mesh * np.nan))[1].endswith("not a finite number in the range of a float")
assert hitmiss.judge(mesh, rays, theirs, name="my tracer = fast").table["method"] == "my tracer = fast"
assert message_of(lambda: hitmiss.judge(mesh, rays, theirs, name="a,b"))[0] == 2
assert "hitmiss --help in a shell" in message_of(lambda: hitmiss.compare(mesh, help=True))[1]
program = os.environ["HITMISS"]
for wrong in ("/nowhere/hitmiss", sys.argv[2][:sys.argv[2].rindex("/")]):
    os.environ["HITMISS"] = wrong
    code, text = message_of(lambda: hitmiss.mesh("icosphere:faces=80"))
    assert code == 127 and text.startswith(wrong + ": ") and "HITMISS" in text, text
os.environ["HITMISS"] = program
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    hitmiss.rays(np.concatenate([mesh, mesh[:1] * 0]), size=(2, 2))
assert [str(w.message).split(": ")[1:] for w in warned] == [["triangles without area", "1"]], warned

# What may cause the errors is said, and warned of where answers are written in another way; without
# errors nothing is.
assert any("It gives the same answers as moller-trumbore" in cause for cause in judged.causes), judged.causes
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    from_one = hitmiss.judge(mesh, rays, theirs + [0, 1])
    right = hitmiss.judge(mesh, rays, hitmiss.answers(mesh, rays, "exact"))
assert "Does this tracer number triangles from 1? The first one is 0." in from_one.causes[0], from_one.causes
assert right.causes == [] and right.table["errors"] == 0
said = [str(w.message) for w in warned]
assert said[0] == "mine: " + " ".join(from_one.causes) and len(said) == 1, said
