/** Scene layer packages whose geometry and pictures are compressed by the encoders of the server's tests. */
import { describe, expect, it } from 'vitest';
import { distance, type Lla, ecefFromLla, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { aDracoMesh } from '@overlook/server/publish/testing/made-draco-mesh';
import { aKtx2 } from '@overlook/server/publish/testing/made-ktx2';
import { openArchive } from '@overlook/engine/own-archive';
import { type MadeLayer, type MadeNode, madeSlpk, offsetsOf, squareAt } from '@overlook/engine/testing/made-slpk';
import { contentOf, contextFor } from '@overlook/engine/testing/node-platform';

const CENTER: Lla = { longitude: 138.5, latitude: -35, height: 40 };
const NODE: MadeNode = { center: CENTER, corners: squareAt({ ...CENTER, height: 41.5 }, 0.0004) };
/** Metres. */
const EXACT = 0.001;

async function contentAt(layer: Omit<MadeLayer, 'nodes'>) {
  const file = new File([madeSlpk({ nodes: [NODE], ...layer })], 'plant.slpk');
  const archive = await openArchive({ id: 7, kind: 'slpk', file });
  const base = contextFor('https://own-7.invalid/nodes/1');
  return contentOf(await archive.parse({ ...base, platform: { ...base.platform, fetchBytes: archive.read } }));
}

describe('a node whose geometry is there as Draco only', () => {
  /** Degrees of one unit of x and y, so that these are as long as metres. */
  const [SCALE_X, SCALE_Y] = [1.1e-5, 9e-6];
  const perVertex = (...values: number[]) => NODE.corners.flatMap(() => values);
  const bytes = aDracoMesh(
    NODE.corners.map((_, i) => i),
    [
      {
        kind: 'POSITION',
        size: 3,
        values: offsetsOf(NODE).map((value, i) => value / [SCALE_X, SCALE_Y, 1][i % 3]!),
        metadata: { 'i3s-scale_x': SCALE_X, 'i3s-scale_y': SCALE_Y },
      },
      { kind: 'NORMAL', size: 3, values: Float32Array.from(perVertex(0, 0, 1)) },
      { kind: 'TEX_COORD', size: 2, values: Float32Array.from(perVertex(0.25, 0.5)) },
      { kind: 'COLOR', size: 4, values: Uint8Array.from(perVertex(128, 0, 255, 255)) },
      {
        kind: 'GENERIC',
        size: 4,
        values: Uint16Array.from(perVertex(0, 0, 32_768, 65_535)),
        metadata: { 'i3s-attribute-type': 'uv-region' },
      },
    ],
  );

  it('has its corners, normals, colours and uvs in their part of the picture', async () => {
    const geometry = { name: 'nodes/1/geometries/1.draco', bytes: await bytes };
    const texture = { format: 'jpg', bytes: Uint8Array.of(255) };
    const { primitives, warnings } = await contentAt({ geometry: () => geometry, texture });
    expect(warnings).toEqual([]);
    const [mesh] = primitives;
    if (mesh?.kind !== 'mesh') throw new Error('There is no mesh.');
    const { positions, normals, uvs, colors, indices, matrix } = mesh;
    const places = Array.from(indices!, (i) => {
      const [x, y, z] = positions.value.slice(3 * i, 3 * i + 3);
      return transformPoint(matrix, [x!, y!, z!]);
    });
    // Draco may begin with another triangle, and a triangle with another corner.
    expect(places).toHaveLength(NODE.corners.length);
    for (const corner of NODE.corners) {
      const miss = Math.min(...places.map((place) => distance(place, ecefFromLla(corner) as Vec3)));
      expect(miss).toBeLessThan(EXACT);
    }
    expect(Array.from(normals!.value.slice(0, 3))).toEqual([0, 0, 1]);
    const [u, v] = uvs!.value;
    expect([u, v]).toEqual([expect.closeTo((0.25 * 32_768) / 65_535, 5), 0.5]);
    const [red, green, blue] = Array.from(colors!.value, (value) => value / 65_535);
    expect([red, green, blue]).toEqual([expect.closeTo(0.2158, 3), 0, 1]);
  });

  it('is refused with its place where it is damaged, or no mesh', async () => {
    const whole = await bytes;
    for (const damaged of [whole.slice(0, whole.length / 2), Uint8Array.of(1, 2, 3)]) {
      const geometry = { name: 'nodes/1/geometries/1.draco', bytes: damaged };
      await expect(contentAt({ geometry: () => geometry })).rejects.toThrow(/nodes\/1\/geometries: \S/);
    }
  });
});

describe('a node whose picture is KTX2', () => {
  const SIDE = 8;
  const picture = Uint8Array.from({ length: 4 * SIDE * SIDE }, (_, i) => [200, 40, 40, 255][i % 4]!);

  it('has it, with its levels', async () => {
    const { textures, warnings, primitives } = await contentAt({
      texture: { format: 'ktx2', bytes: await aKtx2(picture, SIDE) },
    });
    expect(warnings).toEqual([]);
    expect(primitives[0]).toMatchObject({ material: { texture: 0 } });
    const [texture] = textures;
    if (texture?.kind !== 'compressed') throw new Error('There is no picture.');
    expect(texture.levels.map(({ width }) => width)).toEqual([8, 4, 2, 1]);
    const [red, green, blue] = texture.levels[0]!.data;
    for (const [value, wanted] of [
      [red, 200],
      [green, 40],
      [blue, 40],
    ])
      expect(Math.abs(value! - wanted!)).toBeLessThan(8);
  });

  it('is shown without one that is damaged, and says so', async () => {
    const whole = await aKtx2(picture, SIDE);
    const { textures, warnings } = await contentAt({ texture: { format: 'ktx2', bytes: whole.subarray(0, 200) } });
    expect(textures).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^Image 0 could not be decoded: /)]);
  });
});
