#!/usr/bin/env python3
"""A tracer that hitmiss does not know: Möller and Trumbore's test in float32, by numpy alone.

    numpy_client.py mesh.npy rays.npy hits.npy
"""

import sys

import numpy as np

triangles, rays = np.load(sys.argv[1]), np.load(sys.argv[2])
assert triangles.dtype == rays.dtype == np.float32
a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
edge1, edge2 = b - a, c - a


def cross(p, q):
    return [
        p[..., 1] * q[..., 2] - q[..., 1] * p[..., 2],
        p[..., 2] * q[..., 0] - q[..., 2] * p[..., 0],
        p[..., 0] * q[..., 1] - q[..., 0] * p[..., 1],
    ]


def dot(p, q):
    """Dot products of three components each, summed from the left, as in C++."""
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def components(p):
    return [p[..., k] for k in range(3)]


def nearest_hits(rays):
    """Every ray against every triangle; t and triangle of the nearest hit, the first of equals."""
    o, d = rays[:, None, :3], rays[:, None, 3:]
    pvec = cross(d, edge2)
    tvec = o - a
    qvec = cross(tvec, edge1)
    inverse = np.float32(1) / dot(components(edge1), pvec)
    u = dot(components(tvec), pvec) * inverse
    v = dot(components(d), qvec) * inverse
    t = dot(components(edge2), qvec) * inverse
    miss = (u < 0) | (u > 1) | (v < 0) | (u + v > 1)
    t = np.where(~miss & (t > 0) & np.isfinite(t), t, np.float32(np.inf))
    nearest = np.argmin(t, axis=1)
    t = t[np.arange(len(t)), nearest]
    return np.stack([t, np.where(np.isinf(t), -1, nearest)], axis=1, dtype=np.float64)


with np.errstate(all="ignore"):
    at_once = max(1, 2_000_000 // len(triangles))
    parts = [nearest_hits(rays[k : k + at_once]) for k in range(0, len(rays), at_once)]
np.save(sys.argv[3], np.concatenate(parts))
