import { llaFromEcef, enuFrame, ecefFromLla, subtract, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { GlbBuilder } from '@overlook/shared/tiles3d';
import { describe, expect, it } from 'vitest';
import { aDracoMesh } from '../testing/made-draco-mesh.ts';
import { aB3dm, aGlbOf, aPnts, aRoot, aTileset } from '../testing/made-tiles.ts';
import { walkFiles } from '../testing/walked-files.ts';

const CENTRE = { longitude: 10, latitude: 50, height: 100 };
const WIDE_M = 2000;
/** Level ground 100 m above the ellipsoid, 2 km wide, as ECEF less that of its middle; glTF has y up. */
const GROUND = Array.from({ length: 441 }, (_, i): Vec3 => {
  const { ecefFromEnu } = enuFrame({ ...CENTRE, height: 0 });
  const at = (n: number) => (n / 20 - 0.5) * WIDE_M;
  const { longitude, latitude } = llaFromEcef(transformPoint(ecefFromEnu, [at(i % 21), at(Math.floor(i / 21)), 0]));
  const [x, y, z] = subtract(ecefFromLla({ longitude, latitude, height: 100 }), ecefFromLla(CENTRE));
  return [x, z, -y];
});
const FACES = Array.from({ length: 400 }, (_, i) => i + Math.floor(i / 20)).flatMap((at) => [at, at + 1, at + 21]);

function plainGlb(): Buffer {
  const glb = new GlbBuilder();
  const POSITION = glb.positions(Float32Array.from(GROUND.flat()));
  const indices = glb.indices(FACES, GROUND.length);
  const { json, bin } = glb.document<Record<string, unknown>>({
    asset: { version: '2.0' },
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }],
  });
  return aGlbOf(json, bin);
}

/** Packed by Draco; `id` names no attribute of it where it is another than 0. */
async function packedGlb(id = 0): Promise<Buffer> {
  const values = Float32Array.from(GROUND.flat());
  const bytes = await aDracoMesh(FACES, [{ kind: 'POSITION', size: 3, values }]);
  const axis = (k: number) => GROUND.map((point) => point[k]!);
  const [min, max] = [Math.min, Math.max].map((end) => [0, 1, 2].map((k) => end(...axis(k))));
  const draco = { bufferView: 0, attributes: { POSITION: id } };
  const primitive = {
    attributes: { POSITION: 0 },
    indices: 1,
    extensions: { KHR_draco_mesh_compression: draco },
  };
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [primitive] }],
    accessors: [
      { componentType: 5126, count: GROUND.length, type: 'VEC3', min, max },
      { componentType: 5125, count: FACES.length, type: 'SCALAR' },
    ],
    bufferViews: [{ buffer: 0, byteLength: bytes.byteLength }],
    buffers: [{ byteLength: bytes.byteLength }],
  };
  return aGlbOf(json, bytes);
}

async function placeOf(glb: Buffer) {
  const featureTable = { BATCH_LENGTH: 0, RTC_CENTER: ecefFromLla(CENTRE) };
  const root = aRoot({ transform: undefined, boundingVolume: { sphere: [...ecefFromLla(CENTRE), 1500] } });
  const { extent } = await walkFiles({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm({ glb, featureTable }) });
  const { ground, cornersEcef } = extent.georeference()!;
  return { ground, wide: Math.hypot(...subtract(cornersEcef[6]!, cornersEcef[0]!)), notes: extent.notes() };
}

describe('the ground of tiles in the axes of the earth', () => {
  it('is that of the vertices', async () => {
    const { ground, wide, notes } = await placeOf(plainGlb());
    expect(ground.height).toBeCloseTo(100, 1);
    expect(wide).toBeCloseTo(Math.SQRT2 * WIDE_M, -1);
    expect(notes).toEqual([]);
  });

  it('is that of vertices that Draco packs', async () => {
    const { ground, wide } = await placeOf(await packedGlb());
    expect(ground.height).toBeCloseTo(100, 1);
    expect(wide).toBeCloseTo(Math.SQRT2 * WIDE_M, -1);
  });

  it('is about the middle of a box whose vertices cannot be read', async () => {
    const { ground, wide } = await placeOf(await packedGlb(7));
    expect(Math.abs(ground.height - 100)).toBeLessThan(150);
    expect(wide).toBeGreaterThan(WIDE_M);
  });

  it('is not that of one point far below', async () => {
    const points = [...Array.from({ length: 400 }, (_, i) => [i % 20, Math.floor(i / 20), 0]).flat(), 5, 5, -60];
    const root = aRoot({ content: { uri: 'tile.pnts' }, transform: Array.from(enuFrame(CENTRE).ecefFromEnu) });
    const { extent } = await walkFiles({ 'tileset.json': aTileset(root), 'tile.pnts': aPnts({ points }) });
    expect(extent.georeference()!.ground.height).toBeCloseTo(100, 3);
    expect(extent.notes()).toEqual([
      'A few points or vertices lie up to 60 m below all others, at 10.000070, 50.000045. They do not count for the ground of the site.',
    ]);
  });

  it('is not that of one tile far away, which is named', async () => {
    const tile = (x: number, uri: string) => ({
      boundingVolume: { sphere: [0, 0, 0, 10] },
      geometricError: 0,
      transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1],
      content: { uri },
    });
    const children = [...[0, 1, 2, 3].map((i) => tile(10 * i, `${i}.b3dm`)), tile(40_000, 'far.b3dm')];
    const root = aRoot({ content: undefined, transform: Array.from(enuFrame(CENTRE).ecefFromEnu), children });
    const tiles = Object.fromEntries([0, 1, 2, 3].map((i) => [`${i}.b3dm`, aB3dm()]));
    const files = { 'tileset.json': aTileset(root), ...tiles, 'far.b3dm': aB3dm() };
    const { extent } = await walkFiles(files);
    const { ground } = extent.georeference()!;
    expect(ground.longitude).toBeCloseTo(10, 3);
    expect(ground.height).toBeCloseTo(100, 3);
    expect(extent.notes()).toEqual([
      'tileset.json, root.children[4].content.uri: “far.b3dm” lies 40 km from all other contents, and does not count for the ground and the home view of the site.',
    ]);
  });
});
