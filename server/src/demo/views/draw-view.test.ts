import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PhotoCamera, PhotoLens, Vec3 } from '@overlook/shared/maths';
import { describeSite } from '../plant/sites.ts';
import { SAMPLE_POSES } from '../testing/truth.ts';
import { plainLight } from '../testing/plain-light.ts';
import { drawView } from './draw-view.ts';
import { facingOf } from './facing.ts';
import { type ViewScene, viewScene } from './view-scene.ts';
import { VisibleTriangles } from './visible-triangles.ts';

const LENS: PhotoLens = { projection: 'perspective', widthPx: 96, heightPx: 54, hfovDeg: 91.5 };
let scene: ViewScene;
beforeAll(() => {
  scene = viewScene(plainLight(describeSite('ridgeway')));
}, 120_000);

async function pictureOf(camera: PhotoCamera, share?: number) {
  const { data, info } = await sharp(await drawView(scene, camera, share))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (column: number, row: number) => {
    const at = 3 * (row * info.width + column);
    return [data[at]!, data[at + 1]!, data[at + 2]!] as const;
  };
}

describe('a drawn view', () => {
  const [red, blue] = SAMPLE_POSES;

  it('shows what is at the centre of the known views in its paint, sky above and sand below', async () => {
    const first = await pictureOf({ ...red!.pose, lens: LENS });
    const [r, g, b] = first(48, 27);
    expect(r).toBeGreaterThan(1.8 * Math.max(g, b));
    const [skyRed, , skyBlue] = first(2, 1);
    expect(skyBlue).toBeGreaterThan(skyRed + 20);
    const [sandRed, , sandBlue] = first(2, 52);
    expect(sandRed).toBeGreaterThan(sandBlue);
    const second = await pictureOf({ ...blue!.pose, lens: LENS });
    const [r2, g2, b2] = second(48, 27);
    expect(b2).toBeGreaterThan(1.4 * Math.max(r2, g2));
  });

  it('has the size of its lens and the same content when a share of it is drawn', async () => {
    const camera = { ...red!.pose, lens: { ...LENS, widthPx: 384, heightPx: 216 } };
    const drawn = await drawView(scene, camera, 0.25);
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 384, height: 216 });
    const [r, g, b] = (await pictureOf(camera, 0.25))(192, 108);
    expect(r).toBeGreaterThan(1.8 * Math.max(g, b));
  });

  it('is the same in the middle of a panosphere, which shows something in all directions', async () => {
    const lens: PhotoLens = { projection: 'equirectangular', widthPx: 512, heightPx: 256, crop: null };
    const at = await pictureOf({ ...red!.pose, lens });
    const [r, g, b] = at(256, 128);
    expect(r).toBeGreaterThan(1.8 * Math.max(g, b));
    const [zenithRed, , zenithBlue] = at(80, 4);
    expect(zenithBlue).toBeGreaterThan(zenithRed + 50);
    const [nadirRed, , nadirBlue] = at(400, 250);
    expect(nadirRed).toBeGreaterThan(nadirBlue);
  });
});

describe('visible triangles', () => {
  const camera: PhotoCamera = {
    position: [0, 0, 0],
    direction: [0, 0, -1],
    up: [0, 1, 0],
    lens: { projection: 'perspective', widthPx: 9, heightPx: 9, hfovDeg: 90 },
  };
  const facing = facingOf(camera, 1);
  const uvs = new Float64Array([0, 0, 1, 0, 0.5, 1]);
  /** A triangle that faces the camera so far ahead. */
  const ahead = (metres: number, half: number) =>
    Float64Array.from([-half, -half, metres, half, -half, metres, 0, half, metres]);
  const met = new Float64Array(3);

  it('keep the nearest of two, and none behind the camera', () => {
    const seen = new VisibleTriangles(facing);
    seen.add(7, ahead(10, 9), 0, 1, 2, uvs);
    seen.add(8, ahead(4, 1), 0, 1, 2, uvs);
    seen.add(9, ahead(-2, 9), 0, 1, 2, uvs);
    const surfaceAt = (cell: number) => (seen.cells[cell]! < 0 ? null : seen.surfaceOf(seen.cells[cell]!));
    expect([surfaceAt(40), surfaceAt(38), surfaceAt(0)]).toEqual([8, 7, null]);
    seen.meet(seen.cells[40]!, 0, 0, met);
    expect([...met]).toEqual([4, 0.5, 0.5]);
  });

  it('are cut where they pass behind the camera', () => {
    const seen = new VisibleTriangles(facing);
    // A floor 1 m below, from 10 m behind to 10 m ahead.
    const floor: Vec3[] = [
      [-40, -1, -10],
      [40, -1, -10],
      [0, -1, 10],
    ];
    seen.add(5, Float64Array.from(floor.flat()), 0, 1, 2, uvs);
    const rows = Array.from({ length: 9 }, (_, row) => seen.cells[9 * row + 4]! >= 0);
    expect(rows).toEqual([false, false, false, false, false, true, true, true, true]);
    seen.meet(seen.cells[9 * 8 + 4]!, 0, -8 / 9, met);
    expect(met[0]).toBeCloseTo(9 / 8, 9);
  });
});
