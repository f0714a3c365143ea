/** Splits the faces of an OBJ file into triangles. A fan from the first corner is wrong for faces that are not convex. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { OBJLoader } from '@loaders.gl/obj';
import earcut from 'earcut';
import { loaderOptions } from '@overlook/engine/library-types';

export const ObjFileLoader: LoaderWithParser = {
  // The loader's own type lacks that it is called with bytes.
  ...(OBJLoader as unknown as LoaderWithParser),
  parse: async (bytes) => OBJLoader.parseTextSync!(withTriangles(new TextDecoder().decode(bytes)), loaderOptions({})),
};

/** The text with a face of three corners for each triangle. Corners keep their texture and normal. */
export function withTriangles(text: string): string {
  const points: number[][] = [];
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/);
  return lines
    .map((line) => {
      if (/^\s*v\s/.test(line)) points.push(line.trim().split(/\s+/).slice(1, 4).map(Number));
      return /^\s*f\s/.test(line) ? trianglesOf(line, points) : line;
    })
    .join('\n');
}

function trianglesOf(line: string, points: readonly number[][]): string {
  const corners = line.replace(/#.*$/, '').trim().split(/\s+/).slice(1);
  if (corners.length < 4) return line;
  const outline = corners.map((corner) => {
    const index = Number.parseInt(corner, 10);
    return points[index < 0 ? points.length + index : index - 1];
  });
  const flat = flattened(outline);
  const found = flat ? earcut(flat) : [];
  if (found.length === 0) return line;
  const faces: string[] = [];
  for (let i = 0; i < found.length; i += 3)
    faces.push(`f ${corners[found[i]!]} ${corners[found[i + 1]!]} ${corners[found[i + 2]!]}`);
  return faces.join('\n');
}

/** The outline without its axis of least extent (by Newell's normal), wound as it is seen from outside; null for missing points. */
function flattened(outline: readonly (readonly number[] | undefined)[]): number[] | null {
  const normal = [0, 0, 0];
  for (const [i, to] of outline.entries()) {
    const from = outline.at(i - 1);
    if (!to || !from) return null;
    for (const axis of [0, 1, 2]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis]! += (from[u]! - to[u]!) * (from[v]! + to[v]!);
    }
  }
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  return (outline as readonly (readonly number[])[]).flatMap((point) => [point[u]!, point[v]!]);
}
