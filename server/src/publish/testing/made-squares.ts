import { enuFrame } from '@overlook/shared/maths';
import type { Lla } from '@overlook/shared/maths';
import { GlbBuilder, isKtx2 } from '@overlook/shared/tiles3d';

/** A level square in one colour; metres east, north and up of the tile's origin, colours as displayed 0 to 255. */
export interface MadeSquare {
  west: number;
  south: number;
  side: number;
  up: number;
  colour: readonly [number, number, number];
  /** PNG or KTX2 over the square, its top to the north. */
  image?: Uint8Array;
}

/** A GLB (y up) of squares that face up, unlit. */
export function aGlbOfSquares(squares: readonly MadeSquare[]): Buffer {
  const glb = new GlbBuilder();
  const images: object[] = [];
  const primitives = squares.map(({ west, south, side, up, image }, material) => {
    const corners = [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1];
    const positions = Float32Array.from({ length: 18 }, (_, i) => {
      const [x, y] = [corners[2 * Math.floor(i / 3)]!, corners[2 * Math.floor(i / 3) + 1]!];
      return [west + x * side, up, -(south + y * side)][i % 3]!;
    });
    const texcoords = Float32Array.from(corners, (value, i) => (i % 2 === 0 ? value : 1 - value));
    if (image) images.push({ bufferView: glb.view(image), mimeType: isKtx2(image) ? 'image/ktx2' : 'image/png' });
    const attributes = {
      POSITION: glb.positions(positions),
      ...(image && { TEXCOORD_0: glb.attribute(texcoords, 'VEC2') }),
    };
    return { attributes, material };
  });
  const made = glb.finish({
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
    ...(images.length > 0 && { images, ...texturesOf(squares.find(({ image }) => image)!.image!) }),
  });
  return Buffer.from(made);
}

/** The texture of the first picture, by the extension where it is KTX2. */
function texturesOf(image: Uint8Array): object {
  if (!isKtx2(image)) return { textures: [{ source: 0 }] };
  const used = ['KHR_texture_basisu'];
  return {
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    extensionsUsed: used,
    extensionsRequired: used,
  };
}

/** A root tile placed with its axes east, north and up at `origin`, in a box of `reach` metres. */
export const aPlacedRoot = (origin: Lla, reach: number, tile: Record<string, unknown>) => ({
  boundingVolume: { box: [0, 0, 0, reach, 0, 0, 0, reach, 0, 0, 0, reach] },
  geometricError: 0,
  refine: 'REPLACE',
  transform: Array.from(enuFrame(origin).ecefFromEnu),
  ...tile,
});
