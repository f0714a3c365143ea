import { describe, expect, it } from 'vitest';
import { CAMERA } from '@overlook/shared/config';
import { type Pose, type Vec3, add, ecefFromLla, normalize, scale } from '@overlook/shared/maths';
import { firstTiles } from './first-tiles.ts';

const CENTER = ecefFromLla({ longitude: 116, latitude: -32, height: 0 });
const UP = normalize(CENTER);
const EAST = normalize([-CENTER[1], CENTER[0], 0]);
const NORTH: Vec3 = [
  UP[1] * EAST[2] - UP[2] * EAST[1],
  UP[2] * EAST[0] - UP[0] * EAST[2],
  UP[0] * EAST[1] - UP[1] * EAST[0],
];
const url = 'https://site.test/api/files/models/a/textured/v1/tileset.json';
const sizePx = { width: 1280, height: 720 };

const addScaled = (from: Vec3, direction: Vec3, metres: number): Vec3 => add(from, scale(direction, metres));

/** Straight down from above the middle. */
const above = (heightM: number): Pose => ({
  position: addScaled(CENTER, UP, heightM),
  direction: scale(UP, -1),
  up: NORTH,
});

/** A tile of a quadtree 512 m wide; its error is a quarter of its width. */
function tile(level: number, x: number, y: number, levels: number): object {
  const width = 512 / 2 ** level;
  const middle = (index: number) => (index + 0.5) * width - 256;
  const center = addScaled(addScaled(CENTER, EAST, middle(x)), NORTH, middle(y));
  const children = (level < levels ? [0, 1] : []).flatMap((dy) =>
    [0, 1].map((dx) => tile(level + 1, 2 * x + dx, 2 * y + dy, levels)),
  );
  return {
    boundingVolume: { sphere: [...center, width * Math.SQRT1_2] },
    geometricError: level === levels ? 0 : width / 4,
    content: { uri: `tiles/${level}_${x}_${y}.glb` },
    children,
  };
}

const tileset = (levels: number) => ({ asset: { version: '1.1' }, geometricError: 128, root: tile(0, 0, 0, levels) });
const named = (levels: number, pose: Pose) =>
  firstTiles(tileset(levels), { url, pose, sizePx })!.map((address) => address.replace(/^.*\/tiles\/|\.glb$/g, ''));

describe('the tiles that a view begins with', () => {
  it('are the coarsest ones first, every other level', () => {
    const tiles = named(4, above(400));
    expect(tiles[0]).toBe('0_0_0');
    expect(tiles.slice(1, 17).every((name) => name.startsWith('2_'))).toBe(true);
    expect(tiles.every((name) => /^[024]_/.test(name))).toBe(true);
    expect(tiles.length).toBeLessThanOrEqual(24);
  });

  it('are in the view', () => {
    const corner: Pose = { ...above(30), position: addScaled(addScaled(above(30).position, EAST, -200), NORTH, -200) };
    const tiles = named(4, corner);
    expect(tiles).toContain('2_0_0');
    expect(tiles).not.toContain('2_3_3');
  });

  it('end where they are fine enough', () => {
    const farM = (128 * sizePx.height) / (2 * Math.tan((CAMERA.fovYDeg * Math.PI) / 360) * 16) + 512;
    expect(named(4, above(farM))).toEqual(['0_0_0']);
  });

  it('are known for boxes and regions too', () => {
    const box = { box: [0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 10] };
    const region = { region: [2.0245, -0.5586, 2.0247, -0.5584, 0, 50] };
    const earth = { region: [-Math.PI, -Math.PI / 2, Math.PI, Math.PI / 2, -100, 9000] };
    const transform = [...EAST, 0, ...NORTH, 0, ...UP, 0, ...CENTER, 1];
    for (const root of [
      { boundingVolume: box, transform, geometricError: 0, content: { uri: 'a.glb' } },
      { boundingVolume: region, geometricError: 0, content: { url: 'a.glb' } },
      { boundingVolume: earth, geometricError: 0, content: { uri: 'a.glb' } },
    ])
      expect(firstTiles({ root }, { url, pose: above(400), sizePx })).toEqual([new URL('a.glb', url).href]);
  });

  it('leave other tilesets and implicit trees to the engine', () => {
    const boundingVolume = { sphere: [...CENTER, 100] };
    const children = [
      { boundingVolume, geometricError: 0, content: { uri: 'other/tileset.json' } },
      { boundingVolume, geometricError: 0, content: { uri: 'tiles/{level}/{x}/{y}.glb' } },
    ];
    expect(
      firstTiles({ root: { boundingVolume, geometricError: 100, children } }, { url, pose: above(400), sizePx }),
    ).toEqual([]);
  });

  it('are not known for a file that is not a tileset', () => {
    expect(firstTiles({ root: 'nothing' }, { url, pose: above(400), sizePx })).toBeNull();
    expect(firstTiles(null, { url, pose: above(400), sizePx })).toBeNull();
  });
});
