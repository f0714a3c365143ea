import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { CAMERA } from '@overlook/shared/config';
import { type Pose, type Vec3, enuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import { drawHomePicture, HOME_PICTURE_PX } from './home-picture.ts';
import type { MeshSurface, Surface } from './surfaces.ts';

const FRAME = enuFrame({ longitude: 8.6821, latitude: 50.1109, height: 146 });
const { width, height } = HOME_PICTURE_PX;

/** A level square in one colour, metres east, north and up; its light is in its colours. */
function aSquare(middle: Vec3, side: number, colour: Vec3, more: Partial<MeshSurface> = {}): MeshSurface {
  const [x, y, z] = middle;
  const corners: [number, number][] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return {
    kind: 'mesh',
    positions: Float64Array.from(corners.flatMap(([e, n]) => [x + (e * side) / 2, y + (n * side) / 2, z])),
    toEcef: FRAME.ecefFromEnu,
    corners: Uint32Array.of(0, 1, 2, 0, 2, 3),
    colours: null,
    factor: [...colour, 1],
    texture: null,
    isUnlit: true,
    leastAlpha: 0,
    ...more,
  };
}

const lookingAt = (positionEnu: Vec3, direction: Vec3, up: Vec3): Pose => ({
  position: transformPoint(FRAME.ecefFromEnu, positionEnu),
  direction: transformDirection(FRAME.ecefFromEnu, direction),
  up: transformDirection(FRAME.ecefFromEnu, up),
});
const FROM_ABOVE = lookingAt([0, 0, 100], [0, 0, -1], [0, 1, 0]);
/** Over the ground towards the north. */
const LEVEL = lookingAt([0, 0, 10], [0, 1, 0], [0, 0, 1]);

async function* each(surfaces: readonly Surface[]) {
  yield* surfaces;
}

async function pictureOf(surfaces: readonly Surface[], pose: Pose, isDark = false) {
  const webp = await drawHomePicture(each(surfaces), pose, isDark);
  if (!webp) return null;
  const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([width, height]);
  return (x: number, y: number) => [...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
}

/** The strongest channel, 0 to 2. */
const strongest = (colour: number[]): number => colour.indexOf(Math.max(...colour));

describe('the picture of a home view', () => {
  it('has a square as wide as its angle', async () => {
    const at = (await pictureOf([aSquare([0, 0, 0], 40, [1, 0, 0])], FROM_ABOVE))!;
    // 20 m of 100 m away, at half of 60° for half of the height.
    const half = (20 / 100 / Math.tan((CAMERA.fovYDeg * Math.PI) / 360)) * (height / 2);
    for (const [x, isRed] of [
      [half - 3, true],
      [half + 3, false],
    ] as const)
      for (const sign of [-1, 1]) {
        const across = at(Math.round(width / 2 + sign * x), height / 2);
        const along = at(width / 2, Math.round(height / 2 + sign * x));
        for (const colour of [across, along]) expect(strongest(colour) === 0 && colour[0]! > 200).toBe(isRed);
      }
  });

  it('shows the nearer of two surfaces, in whichever order they are drawn', async () => {
    const [far, near] = [aSquare([0, 0, 0], 60, [1, 0, 0]), aSquare([0, 0, 50], 10, [0, 0, 1])];
    for (const surfaces of [
      [far, near],
      [near, far],
    ])
      expect(strongest((await pictureOf(surfaces, FROM_ABOVE))!(width / 2, height / 2))).toBe(2);
  });

  it('cuts what reaches behind the camera, and puts the ground below the horizon', async () => {
    const at = (await pictureOf([aSquare([0, 0, 0], 4000, [0, 1, 0])], LEVEL))!;
    expect(strongest(at(width / 2, height - 5))).toBe(1);
    expect(strongest(at(width / 2, Math.round(height / 2) + 20))).toBe(1);
    expect(strongest(at(width / 2, 5))).toBe(2);
  });

  it('has haze over what is far', async () => {
    const at = (await pictureOf([aSquare([0, 0, 0], 4000, [0, 1, 0])], LEVEL))!;
    const greenness = (y: number) => at(width / 2, y)[1]! - at(width / 2, y)[0]!;
    // About 19 m and 1,500 m away.
    expect(greenness(Math.round(0.95 * height))).toBeGreaterThan(230);
    expect(greenness(height / 2 + 3)).toBeLessThan(80);
  });

  it('has the texture of a surface in perspective', async () => {
    const stripes = await sharp(Buffer.from([255, 0, 0, 0, 0, 255]), { raw: { width: 1, height: 2, channels: 3 } })
      .resize({ width: 64, height: 64, kernel: 'nearest', fit: 'fill' })
      .png()
      .toBuffer();
    // Red to the north of its middle, blue to the south, 100 m before the camera.
    const texture = { image: stripes, texcoords: Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0) };
    const at = (await pictureOf([aSquare([0, 110, 0], 200, [1, 1, 1], { texture })], LEVEL))!;
    const rowAt = (metres: number) =>
      Math.round(height / 2 + (10 / metres / Math.tan((CAMERA.fovYDeg * Math.PI) / 360)) * (height / 2));
    expect([strongest(at(width / 2, rowAt(100))), strongest(at(width / 2, rowAt(125)))]).toEqual([2, 0]);
  });

  it('has points as wide as their distance', async () => {
    const positions: number[] = [];
    for (let e = -10; e <= 10; e++) for (let n = -10; n <= 10; n++) positions.push(e, n, 0);
    const colours = Uint8Array.from(positions, (_, i) => [20, 200, 20][i % 3]!);
    const cloud: Surface = {
      kind: 'points',
      positions: Float64Array.from(positions),
      toEcef: FRAME.ecefFromEnu,
      colours,
    };
    const at = (await pictureOf([cloud], lookingAt([0, 0, 40], [0, 0, -1], [0, 1, 0])))!;
    for (const [x, y] of [
      [0, 0],
      [40, 30],
      [-55, 61],
    ] as const)
      expect(strongest(at(width / 2 + x, height / 2 + y))).toBe(1);
  });

  it('is dark around objects, and none where nothing is seen', async () => {
    const objects = aSquare([0, 0, 0], 20, [1, 0, 0]);
    expect(Math.max(...(await pictureOf([objects], FROM_ABOVE, true))!(5, 5))).toBeLessThan(60);
    expect(await pictureOf([aSquare([0, 0, 300], 20, [1, 0, 0])], FROM_ABOVE)).toBeNull();
    expect(await pictureOf([], FROM_ABOVE)).toBeNull();
  });
});
