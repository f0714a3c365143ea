/** Formats of surfaces and points in metres of the site: OBJ and PLY. */
import type { LoaderWithParser } from '@loaders.gl/core';
import { type MeshContent, VERTICES_AT_MOST } from './file-content.ts';
import { defineFormat } from './format-definition.ts';
import { OBJ, PLY } from './format-kinds.ts';

interface ParsedAttribute {
  readonly value: ArrayLike<number>;
  readonly size: number;
}

/** What the mesh loaders of loaders.gl answer. */
interface ParsedMesh {
  readonly attributes: Readonly<Record<string, ParsedAttribute>>;
  readonly indices?: ParsedAttribute | null;
  readonly mode?: number;
}

/** The mode of single points in WebGL. */
const POINTS = 0;
/** Metres: beyond it, single precision cannot tell centimetres apart. */
const FARTHEST_M = 100_000;

// The types of these loaders name options that the common type does not have.
export const objFormat = defineFormat<ParsedMesh>({
  ...OBJ,
  loader: async () => (await import('@loaders.gl/obj')).OBJLoader as unknown as LoaderWithParser,
  content: contentOfMesh,
});

export const plyFormat = defineFormat<ParsedMesh>({
  ...PLY,
  // As above.
  loader: async () => (await import('@loaders.gl/ply')).PLYLoader as unknown as LoaderWithParser,
  content: contentOfMesh,
});

function contentOfMesh({ attributes, indices, mode }: ParsedMesh): MeshContent {
  const positions = attributes['POSITION']?.value;
  const count = (positions?.length ?? 0) / 3;
  if (!positions || count === 0) throw new Error('It has no points.');
  if (count > VERTICES_AT_MOST) throw new Error(`It has more than ${VERTICES_AT_MOST} points.`);
  const positionsEnu = Float32Array.from(positions);
  for (const value of positionsEnu) {
    if (!Number.isFinite(value)) throw new Error('A position in it is no number.');
    if (Math.abs(value) > FARTHEST_M)
      throw new Error('Its coordinates are too large: this format is read in metres of the site, from its origin.');
  }
  const corners = indices ? Uint32Array.from(indices.value) : null;
  if (corners?.some((corner) => corner >= count)) throw new Error('A triangle in it names a point that is not there.');
  const isMesh = mode !== POINTS && (corners ? corners.length >= 3 : count >= 3);
  return {
    kind: isMesh ? 'mesh' : 'points',
    positionsEnu,
    normals: sameCount(attributes['NORMAL'], count, Float32Array.from.bind(Float32Array)),
    colors: sameCount(attributes['COLOR_0'], count, bytesOf),
    indices: isMesh ? corners : null,
    crsName: 'Metres of the site',
  };
}

function sameCount<T>(
  attribute: ParsedAttribute | undefined,
  count: number,
  make: (value: ArrayLike<number>) => T,
): T | null {
  return attribute && attribute.value.length === 3 * count ? make(attribute.value) : null;
}

/** Colours are 0 to 1 in OBJ files, and bytes in PLY files. */
function bytesOf(value: ArrayLike<number>): Uint8Array {
  const most = Array.from({ length: value.length }, (_, i) => value[i]!).reduce((a, b) => Math.max(a, b), 0);
  return Uint8Array.from(value, (channel) => Math.round(most <= 1 ? channel * 255 : channel));
}
