// A tracer that hitmiss does not know: three.js, Ray.intersectTriangle on every triangle, in double.
//
//     node three_client.mjs THREE mesh.npy rays.npy hits.npy
//
// THREE is the folder of the package.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [three, meshFile, raysFile, hitsFile] = process.argv.slice(2);
const { Ray, Vector3 } = await import(pathToFileURL(resolve(three, 'build/three.module.js')));

/// The numbers of an NPY file of float32.
function load(file) {
    const bytes = readFileSync(file);
    const begin = 10 + bytes.readUInt16LE(8);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset + begin,
                                               bytes.byteOffset + bytes.length));
}

function save(file, rows, numbers) {
    const dictionary = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, 2), }`;
    const header = dictionary.padEnd(117) + '\n';
    const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
    writeFileSync(file, Buffer.concat([start, Buffer.from(header), Buffer.from(numbers.buffer)]));
}

const vectors = numbers => Array.from({ length: numbers.length / 3 },
    (_, k) => new Vector3(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]));
const corners = vectors(load(meshFile)), rays = vectors(load(raysFile));
const hits = new Float64Array(rays.length), target = new Vector3();
for (let k = 0; k < rays.length; k += 2) {
    const ray = new Ray(rays[k], rays[k + 1]);
    let nearest = Infinity, triangle = -1;
    for (let n = 0; n < corners.length; n += 3) {
        const [a, b, c] = [corners[n], corners[n + 1], corners[n + 2]];
        if (ray.intersectTriangle(a, b, c, false, target) === null) continue;
        // It answers with a point; t is where the ray comes closest to it.
        const t = target.sub(ray.origin).dot(ray.direction) / ray.direction.lengthSq();
        if (t > 0 && t < nearest) nearest = t, triangle = n / 3;
    }
    hits[k] = nearest, hits[k + 1] = triangle;
}
save(hitsFile, rays.length / 2, hits);
