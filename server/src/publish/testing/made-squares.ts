import { enuFrame } from '@overlook/shared/maths';
import type { Lla } from '@overlook/shared/maths';
import { aGlbOf } from './made-tiles.ts';

/** A level square in one colour; metres east, north and up of the tile's origin, colours as displayed 0 to 255. */
export interface MadeSquare {
  west: number;
  south: number;
  side: number;
  up: number;
  colour: readonly [number, number, number];
  /** PNG over the square, its top to the north. */
  image?: Uint8Array;
}

/** A GLB (y up) of squares that face up, unlit. */
export function aGlbOfSquares(squares: readonly MadeSquare[]): Buffer {
  const bins: Buffer[] = [];
  const bufferViews: object[] = [];
  const view = (bytes: Uint8Array): number => {
    const byteOffset = bins.reduce((sum, bin) => sum + bin.length, 0);
    bins.push(Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]));
    return bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length }) - 1;
  };
  const accessors: object[] = [];
  const images: object[] = [];
  const accessor = (values: Float32Array, type: string) =>
    accessors.push({
      bufferView: view(Buffer.from(values.buffer)),
      componentType: 5126,
      count: 6,
      type,
      ...(type === 'VEC3' && { min: bound(values, Math.min), max: bound(values, Math.max) }),
    }) - 1;
  const primitives = squares.map(({ west, south, side, up, image }, material) => {
    const corners = [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1];
    const positions = Float32Array.from({ length: 18 }, (_, i) => {
      const [x, y] = [corners[2 * Math.floor(i / 3)]!, corners[2 * Math.floor(i / 3) + 1]!];
      return [west + x * side, up, -(south + y * side)][i % 3]!;
    });
    const texcoords = Float32Array.from(corners, (value, i) => (i % 2 === 0 ? value : 1 - value));
    if (image) images.push({ bufferView: view(image), mimeType: 'image/png' });
    const attributes = {
      POSITION: accessor(positions, 'VEC3'),
      ...(image && { TEXCOORD_0: accessor(texcoords, 'VEC2') }),
    };
    return { attributes, material };
  });
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives }],
    materials: squares.map(({ colour, image }) => ({
      pbrMetallicRoughness: {
        baseColorFactor: [...colour.map((value) => (value / 255) ** 2.2), 1],
        ...(image && { baseColorTexture: { index: 0 } }),
      },
    })),
    ...(images.length > 0 && { images, textures: [{ source: 0 }] }),
    accessors,
    bufferViews,
    buffers: [{ byteLength: bins.reduce((sum, bin) => sum + bin.length, 0) }],
  };
  return aGlbOf(json, Buffer.concat(bins));
}

const bound = (values: Float32Array, best: (...values: number[]) => number): number[] =>
  [0, 1, 2].map((axis) => best(...values.filter((_, i) => i % 3 === axis)));

/** A root tile placed with its axes east, north and up at `origin`, in a box of `reach` metres. */
export const aPlacedRoot = (origin: Lla, reach: number, tile: Record<string, unknown>) => ({
  boundingVolume: { box: [0, 0, 0, reach, 0, 0, 0, reach, 0, 0, 0, reach] },
  geometricError: 0,
  refine: 'REPLACE',
  transform: Array.from(enuFrame(origin).toEcef),
  ...tile,
});
