import { enuFrame, type Lla } from '@overlook/shared/maths';
import { type ForeignJson, GlbBuilder } from '@overlook/shared/tiles3d';
import { aB3dm, aFolder, aTileset } from '../../publish/testing/made-tiles.ts';

export const ORIGIN: Lla = { longitude: 138.49, latitude: -35.08, height: 30 };

/** A closed surface; flat xyz, metres east, north and up. */
export interface MadeSolid {
  readonly positions: readonly number[];
  readonly indices: readonly number[];
}

/** An upright prism of `sides` equal sides whose corners are `radius` from its axis, from the ground up. */
export function aPrism(sides: number, radius: number, height: number, [east, north] = [0, 0]): MadeSolid {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let side = 0; side < sides; side++) {
    const angle = (2 * Math.PI * side) / sides;
    for (const up of [0, height])
      positions.push(east! + radius * Math.cos(angle), north! + radius * Math.sin(angle), up);
    const [a, b] = [2 * side, 2 * ((side + 1) % sides)];
    indices.push(a, b, b + 1, a, b + 1, a + 1);
    if (side > 1) indices.push(0, a, a - 2, 1, a - 1, a + 1);
  }
  return { positions, indices };
}

/** Area of its ground and perimeter. */
export const prismFacts = (sides: number, radius: number) => ({
  ground: (sides / 2) * radius ** 2 * Math.sin((2 * Math.PI) / sides),
  perimeter: 2 * sides * radius * Math.sin(Math.PI / sides),
});

/** A b3dm of solids, each with a batch id, a colour that is the height over 10 m, and texture coordinates: east and north over 10 m. */
export function aTileOfSolids(solids: readonly MadeSolid[], batchTable: ForeignJson, image?: Uint8Array): Buffer {
  const glb = new GlbBuilder();
  const positions = solids.flatMap((solid) => solid.positions);
  const count = positions.length / 3;
  let first = 0;
  const indices: number[] = [];
  const batches: number[] = [];
  for (const [batch, solid] of solids.entries()) {
    for (const index of solid.indices) indices.push(first + index);
    const vertices = solid.positions.length / 3;
    for (let i = 0; i < vertices; i++) batches.push(batch);
    first += vertices;
  }
  const at = (vertex: number, axis: number) => positions[3 * vertex + axis]!;
  const inGltf = (i: number) => [at(Math.floor(i / 3), 0), at(Math.floor(i / 3), 2), -at(Math.floor(i / 3), 1)][i % 3]!;
  const attributes = {
    POSITION: glb.positions(Float32Array.from({ length: 3 * count }, (_, i) => inGltf(i))),
    NORMAL: glb.attribute(
      Float32Array.from({ length: 3 * count }, (_, i) => Number(i % 3 === 1)),
      'VEC3',
    ),
    TEXCOORD_0: glb.attribute(
      Float32Array.from({ length: 2 * count }, (_, i) => at(i >> 1, i % 2) / 10),
      'VEC2',
    ),
    COLOR_0: glb.attribute(
      Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 3 ? 1 : at(i >> 2, 2) / 10)),
      'VEC4',
    ),
    _BATCHID: glb.attribute(Float32Array.from(batches), 'SCALAR'),
  };
  const texture = image && { baseColorTexture: { index: 0 } };
  const made = glb.finish({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes, indices: glb.indices(indices, count), material: 1 }] }],
    materials: [{ name: 'unused' }, { name: 'steel', pbrMetallicRoughness: { metallicFactor: 0, ...texture } }],
    ...(image && { images: [{ bufferView: glb.view(image), mimeType: 'image/png' }], textures: [{ source: 0 }] }),
  });
  return aB3dm({ glb: Buffer.from(made), featureTable: { BATCH_LENGTH: solids.length }, batchTable });
}

/** A published folder: a coarse root tile that two finer ones replace. */
export function aFolderOfTiles(files: Record<string, Uint8Array>): Promise<string> {
  const box = [0, 0, 0, 50, 0, 0, 0, 50, 0, 0, 0, 50];
  const tile = (uri: string) => ({ boundingVolume: { box }, geometricError: 0, content: { uri } });
  const [coarse, ...fine] = Object.keys(files);
  const root = {
    ...tile(coarse!),
    geometricError: 8,
    refine: 'REPLACE',
    transform: Array.from(enuFrame(ORIGIN).ecefFromEnu),
    ...(fine.length > 0 && { children: fine.map(tile) }),
  };
  return aFolder({ 'tileset.json': aTileset(root), ...files });
}
