/** Converts the mesh of a loader to drawable content, with all counts and numbers validated. */
import { type MeshContent, VERTICES_AT_MOST } from './file-content.ts';
import type { MeshContent as ParsedMesh } from './format-definition.ts';
import { type PlainMesh, unusablePoints, withoutPoints } from './mesh-points.ts';

type ParsedAttribute = ParsedMesh['attributes'][string];

/** Draw mode of points in WebGL. */
const POINTS = 0;

/**
 * Points without a usable position are left out and counted, with the triangles at them. Throws an Error that describes the problem
 * of the mesh, also if more than half of the points are unusable.
 */
export function contentOfMesh({ attributes, indices, mode }: Omit<ParsedMesh, 'kind'>): MeshContent {
  const positions = attributes['POSITION']?.value;
  const count = (positions?.length ?? 0) / 3;
  if (!positions || count === 0) throw new Error('It has no points.');
  if (count > VERTICES_AT_MOST) throw new Error(`It has more than ${VERTICES_AT_MOST} points.`);
  const positionsEnu = Float32Array.from(positions);
  const corners = indices ? Uint32Array.from(indices.value) : null;
  if (corners?.some((corner) => corner >= count)) throw new Error('A triangle in it names a point that is not there.');
  const isMesh = mode !== POINTS && (corners ? corners.length >= 3 : count >= 3);
  const { bad, leftOut } = unusablePoints(positionsEnu);
  const whole: PlainMesh = {
    positionsEnu,
    normals: sameCount(attributes['NORMAL'], count, Float32Array.from.bind(Float32Array)),
    colors: sameCount(attributes['COLOR_0'], count, shownColors),
    indices: isMesh ? corners : null,
  };
  return {
    kind: isMesh ? 'mesh' : 'points',
    ...(bad.size === 0 ? whole : withoutPoints(whole, bad, isMesh, leftOut.first!.reason)),
    crsName: 'Metres of the site',
    leftOutCount: leftOut.count,
    notes: leftOut.texts,
  };
}

function sameCount<T>(
  attribute: ParsedAttribute | undefined,
  count: number,
  make: (value: ArrayLike<number>) => T | null,
): T | null {
  return attribute && attribute.value.length === 3 * count ? make(attribute.value) : null;
}

/** Colours are 0 to 1 in OBJ files, and bytes in PLY files; null where all are 0, as programs write that have none. */
function shownColors(value: ArrayLike<number>): Uint8Array | null {
  const most = Array.from({ length: value.length }, (_, i) => value[i]!).reduce((a, b) => Math.max(a, b), 0);
  if (most === 0) return null;
  return Uint8Array.from(value, (channel) => Math.round(most <= 1 ? channel * 255 : channel));
}
