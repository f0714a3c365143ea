import {
  IFCANNOTATION,
  IFCFEATUREELEMENTSUBTRACTION,
  IFCGRID,
  IFCSPACE,
  IFCVIRTUALELEMENT,
  type IfcAPI,
  type PlacedGeometry,
} from 'web-ifc';
import { type Vec3, Y_UP_TO_Z_UP, add, cross, dot, multiply, subtract, toMat4 } from '@overlook/shared/maths';
import { listed } from '../../../errors/listed.ts';
import type { CadColour, CadPart, ReadProgress } from '../cad-model.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { brokenShapes } from './broken-shapes.ts';
import { type IfcFile, referencesOf, referenceOf, textOf } from './ifc-file.ts';
import type { IfcTree } from './ifc-tree.ts';

export interface IfcShapes {
  readonly geometries: readonly CadGeometry[];
  readonly parts: readonly CadPart[];
  readonly warnings: readonly string[];
}

/** Entities without a physical body: rooms, boundaries, notes on the drawing. */
const NOT_SHOWN = [IFCSPACE, IFCVIRTUALELEMENT, IFCGRID, IFCANNOTATION, IFCFEATUREELEMENTSUBTRACTION];

/** Representations of a surface or solid; the others are axes, footprints, boxes and reference points. */
const SOLID = /^(body|facetation|tessellation|body-fallback)$/i;

const FLOATS_PER_VERTEX = 6;
const PROGRESS_EVERY = 200;

/**
 * Makes the shapes of all items. Matrices lead to the file's own axes (z up) in metres. A shape that several
 * objects share is one geometry. Objects whose shape cannot be made are named in the warnings. Spaces, openings, grids and
 * annotations are not shown.
 */
export function readIfcShapes(file: IfcFile, tree: IfcTree, onProgress: (progress: ReadProgress) => void): IfcShapes {
  const hidden = new Set(NOT_SHOWN.flatMap((type) => file.idsOf(type, { withSubtypes: true })));
  const geometries: CadGeometry[] = [];
  const known = new Map<number, number | 'empty' | 'damaged'>();
  const parts: CadPart[] = [];
  const failed: string[] = [];
  const isBroken = brokenShapes(file);
  const total = tree.expressIds.length;

  function geometryOf(expressId: number): number | 'empty' | 'damaged' {
    const seen = known.get(expressId);
    if (seen !== undefined) return seen;
    const geometry = readGeometry(file.api, file.model, expressId);
    const index = typeof geometry === 'string' ? geometry : geometries.push(geometry) - 1;
    known.set(expressId, index);
    return index;
  }

  /** Whether all parts of the item could be converted. */
  function addParts(item: number, expressId: number): boolean {
    const before = parts.length;
    let isWhole = true;
    try {
      file.api.StreamMeshes(file.model, [expressId], ({ geometries: placed }) => {
        for (let i = 0; i < placed.size(); i++) {
          const part = placed.get(i);
          const geometry = geometryOf(part.geometryExpressID);
          const matrix = multiply(Y_UP_TO_Z_UP, toMat4(part.flatTransformation));
          if (geometry === 'damaged' || !matrix.every(Number.isFinite)) isWhole = false;
          else if (geometry !== 'empty') parts.push({ geometry, item, matrix, colour: colourOf(part) });
        }
      });
    } catch {
      isWhole = false;
    }
    return isWhole && (parts.length > before || !hasSolid(file, expressId));
  }

  tree.expressIds.forEach((expressId, item) => {
    if (item % PROGRESS_EVERY === 0) onProgress({ done: item, total });
    if (expressId === 0 || hidden.has(expressId)) return;
    // The geometry is also requested where the line names no shape: web-ifc finds it by the schema that the line
    // follows.
    if (isBroken(expressId) || !addParts(item, expressId)) failed.push(tree.names[item]!);
  });
  onProgress({ done: total, total });
  return { geometries, parts, warnings: failed.length > 0 ? [failureOf(failed)] : [] };
}

function failureOf(failed: readonly string[]): string {
  const what = failed.length === 1 ? 'The shape of one object' : `The shapes of ${failed.length} objects`;
  return `${what} could not be made: ${listed(failed)}.`;
}

function readGeometry(api: IfcAPI, model: number, expressId: number): CadGeometry | 'empty' | 'damaged' {
  const shape = api.GetGeometry(model, expressId);
  const vertices = api.GetVertexArray(shape.GetVertexData(), shape.GetVertexDataSize());
  const indices = api.GetIndexArray(shape.GetIndexData(), shape.GetIndexDataSize());
  shape.delete();
  const count = vertices.length / FLOATS_PER_VERTEX;
  if (indices.length === 0) return 'empty';
  if (!vertices.every(Number.isFinite) || indices.some((index) => index >= count)) return 'damaged';
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const at = i * FLOATS_PER_VERTEX;
    positions.set(vertices.subarray(at, at + 3), 3 * i);
    normals.set(vertices.subarray(at + 3, at + FLOATS_PER_VERTEX), 3 * i);
  }
  turnOutward(indices, positions, normals);
  return { positions, normals, indices, colours: null };
}

/**
 * Winds triangles counter-clockwise as their normals show. web-ifc reverses the triangles of a shape in place each time that it meets a
 * mirrored place of it, and its normals never: the result would depend on the places that were read before.
 */
function turnOutward(indices: Uint32Array, positions: Float32Array, normals: Float32Array): void {
  const at = (values: Float32Array, vertex: number): Vec3 => [
    values[3 * vertex]!,
    values[3 * vertex + 1]!,
    values[3 * vertex + 2]!,
  ];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    const corner = at(positions, a);
    const facing = cross(subtract(at(positions, b), corner), subtract(at(positions, c), corner));
    const outward = add(add(at(normals, a), at(normals, b)), at(normals, c));
    if (dot(facing, outward) < 0) [indices[i + 1], indices[i + 2]] = [c, b];
  }
}

const byte = (fraction: number): number => Math.round(Math.min(1, Math.max(0, fraction)) * 255);

const colourOf = ({ color }: PlacedGeometry): CadColour => [byte(color.x), byte(color.y), byte(color.z), byte(color.w)];

/** Whether the object declares a surface; if so, a missing geometry is a failure. */
function hasSolid(file: IfcFile, expressId: number): boolean {
  const shape = file.line(referenceOf(file.line(expressId)?.['Representation']));
  return referencesOf(shape?.['Representations']).some((id) =>
    SOLID.test(textOf(file.line(id)?.['RepresentationIdentifier']) ?? ''),
  );
}
