import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photoCameraEcef, photoPixelOf, photoRayOf, type Vec3 } from '@overlook/shared/maths';
import type { E57Projection } from '@overlook/shared/point-files';
import { pictureLens, type PictureLens } from './picture-lens.ts';
import { redrawPicture } from './redraw-picture.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'lens-'))));
afterAll(() => rm(folder, { recursive: true }));

const SIZE = { widthPx: 400, heightPx: 300 };
type Pinhole = Extract<E57Projection, { kind: 'pinhole' }>;
const pinhole = (more: Partial<Pinhole> = {}): Pinhole => ({
  kind: 'pinhole',
  focalM: 0.02,
  pixelWidthM: 1e-4,
  pixelHeightM: 1e-4,
  principalPx: [200, 150],
  ...more,
});
type Cylinder = Extract<E57Projection, { kind: 'cylindrical' }>;
const CYLINDER: Cylinder = {
  kind: 'cylindrical',
  radiusM: 1,
  pixelWidthRad: (2 * Math.PI) / 720,
  pixelHeightM: 0.01,
  principalYPx: 120,
};

/** A camera that looks north on the equator, so that east, up and north are axes of ECEF. */
function cameraOf({ projection, hfovDeg, crop }: PictureLens, size: { widthPx: number; heightPx: number }) {
  const place = { longitude: 0, latitude: 0, height: 0 };
  const lens =
    projection === 'perspective' ? { projection, hfovDeg: hfovDeg!, ...size } : { projection, crop, ...size };
  return photoCameraEcef(place, { headingDeg: 0, pitchDeg: 0, rollDeg: 0 }, lens);
}
const rayOf = (camera: ReturnType<typeof cameraOf>, x: number, y: number): Vec3 => {
  const [up, right, ahead] = photoRayOf(camera, { x, y });
  return [right, up, ahead];
};

/** Draws a white picture with one dark spot anew, and returns the size and the middle of the spot. */
async function redrawn(
  lens: PictureLens,
  size: { widthPx: number; heightPx: number },
  [x, y]: readonly [number, number],
) {
  const [source, target] = [path.join(folder, 'spot.png'), path.join(folder, 'drawn.jpg')];
  const spot = await sharp({ create: { width: 7, height: 7, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  await sharp({ create: { width: size.widthPx, height: size.heightPx, channels: 3, background: '#ffffff' } })
    .composite([{ input: spot, left: x - 3, top: y - 3 }])
    .png()
    .toFile(source);
  await redrawPicture(source, target, lens.redraw, size);
  const { data, info } = await sharp(target).raw().toBuffer({ resolveWithObject: true });
  let [sumX, sumY, count] = [0, 0, 0];
  for (let i = 0; i < data.length; i += info.channels) {
    if (data[i]! > 90 || data[i + 2]! < 60) continue;
    const pixel = i / info.channels;
    sumX += (pixel % info.width) + 0.5;
    sumY += Math.floor(pixel / info.width) + 0.5;
    count++;
  }
  return { widthPx: info.width, heightPx: info.height, x: sumX / count, y: sumY / count };
}

describe('a pinhole', () => {
  it('with its axis in the middle is a photo as it is', () => {
    expect(pictureLens(pinhole(), SIZE, SIZE)).toEqual({
      projection: 'perspective',
      hfovDeg: 90,
      crop: null,
      redraw: null,
    });
    expect(pictureLens(pinhole({ principalPx: null }), null, SIZE).hfovDeg).toBeCloseTo(90, 9);
  });

  it('of a smaller copy has the same field of view', () => {
    const lens = pictureLens(pinhole(), SIZE, { widthPx: 100, heightPx: 75 });
    expect([lens.hfovDeg, lens.redraw]).toEqual([expect.closeTo(90, 9), null]);
  });

  it.each<[string, Partial<Pinhole>]>([
    ['beside the middle', { principalPx: [240, 120] }],
    ['on the other side', { principalPx: [150, 170] }],
    ['with pixels that are not square', { pixelHeightM: 2e-4, focalM: 0.03 }],
    ['with both', { pixelHeightM: 0.5e-4, principalPx: [230, 160] }],
  ])('%s is drawn so that its spot looks where it looked', async (_, more) => {
    const given = pinhole(more);
    const lens = pictureLens(given, SIZE, SIZE);
    const at = [310, 90] as const;
    const { x, y, ...size } = await redrawn(lens, SIZE, at);
    const [right, up, ahead] = rayOf(cameraOf(lens, size), x, y);
    const [ppx, ppy] = given.principalPx!;
    expect(right / ahead).toBeCloseTo(((at[0] + 0.5 - ppx) * given.pixelWidthM) / given.focalM, 2);
    expect(up / ahead).toBeCloseTo(((ppy - at[1] - 0.5) * given.pixelHeightM) / given.focalM, 2);
  });

  it.each<[string, Partial<Pinhole>]>([
    ['an axis outside of it', { principalPx: [900, 150] }],
    ['a view of more than 170°', { focalM: 1e-6 }],
    ['pixels like needles', { pixelHeightM: 1 }],
  ])('with %s has no known lens', (_, more) => {
    expect(pictureLens(pinhole(more), SIZE, SIZE)).toMatchObject({ hfovDeg: null, redraw: null });
  });

  it('of another shape than the file says is refused', () => {
    expect(() => pictureLens(pinhole(), SIZE, { widthPx: 300, heightPx: 400 })).toThrow(
      'is 300 × 400 pixels, where the file says 400 × 300.',
    );
  });
});

describe('a sphere', () => {
  const sphere = (pixelWidthRad: number, pixelHeightRad: number): E57Projection => ({
    kind: 'spherical',
    pixelWidthRad,
    pixelHeightRad,
  });
  const FULL = { widthPx: 800, heightPx: 400 };
  it('of all directions is a whole panorama', () => {
    const lens = pictureLens(sphere(Math.PI / 400, Math.PI / 400), FULL, FULL);
    expect(lens).toEqual({ projection: 'equirectangular', hfovDeg: null, crop: null, redraw: null });
  });

  it('of a part has its middle on the horizon', () => {
    const lens = pictureLens(sphere(0.001, 0.002), FULL, FULL);
    expect(lens.crop).toEqual({ fullWidthPx: 6284, fullHeightPx: 1570, leftPx: 2742, topPx: 585 });
    const camera = cameraOf(lens, FULL);
    const ray = rayOf(camera, 400, 200);
    for (const [axis, value] of [0, 0, 1].entries()) expect(ray[axis]).toBeCloseTo(value, 9);
  });

  it('of a whole turn without the poles has only its height cut', () => {
    const size = { widthPx: 800, heightPx: 300 };
    const { crop } = pictureLens(sphere(Math.PI / 400, Math.PI / 400), size, size);
    expect(crop).toEqual({ fullWidthPx: 800, fullHeightPx: 400, leftPx: 0, topPx: 50 });
  });

  it('of more than all directions is refused', () => {
    expect(() => pictureLens(sphere(0.01, 0.01), FULL, FULL)).toThrow('covers 458° by 229°, more than a sphere has.');
  });
});

describe('a cylinder', () => {
  it.each([
    [{ widthPx: 720, heightPx: 300 }, [500, 40]],
    [{ widthPx: 720, heightPx: 300 }, [100, 260]],
    [{ widthPx: 300, heightPx: 300 }, [220, 130]],
  ] as const)('of %o is drawn as a part of a sphere, its spot at the same direction', async (size, at) => {
    const lens = pictureLens(CYLINDER, size, size);
    const { x, y, ...drawn } = await redrawn(lens, size, at);
    const azimuth = -(at[0] + 0.5 - size.widthPx / 2) * CYLINDER.pixelWidthRad;
    const slope = (120 - at[1] - 0.5) * CYLINDER.pixelHeightM;
    const camera = cameraOf(lens, drawn);
    const [right, up, ahead] = [-Math.sin(azimuth), slope, Math.cos(azimuth)];
    const pixel = photoPixelOf(camera, [camera.position[0] + up, right, ahead])!;
    expect(Math.hypot(pixel.x - x, pixel.y - y)).toBeLessThan(0.6);
  });

  it('that is too large for memory is refused by name', async () => {
    const size = { widthPx: 20_000, heightPx: 10_000 };
    const lens = pictureLens({ ...CYLINDER, pixelWidthRad: (2 * Math.PI) / 20_000 }, null, size);
    await expect(redrawPicture('none', 'none', lens.redraw, size)).rejects.toThrow(
      'is a cylinder of 20000 × 10000 pixels; at most 40 million can be drawn as a sphere.',
    );
  });
});

it('a picture for reference has no lens', () => {
  expect(pictureLens({ kind: 'visual' }, null, SIZE)).toEqual({
    projection: 'perspective',
    hfovDeg: null,
    crop: null,
    redraw: null,
  });
});
