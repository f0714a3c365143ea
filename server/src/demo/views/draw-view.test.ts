import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { describeSite } from '../plant/sites.ts';
import { SAMPLE_POSES } from '../plant/truth.ts';
import { type Camera, drawTriangles } from './draw-triangles.ts';
import { drawViews } from './draw-view.ts';

const SIZE = { width: 96, height: 54 };
const [red, blue] = SAMPLE_POSES;
let pictures: { data: Buffer; jpeg: Buffer }[];
beforeAll(async () => {
  const drawn = await drawViews(describeSite('ridgeway'), [red!.pose, blue!.pose], SIZE);
  pictures = await Promise.all(drawn.map(async (jpeg) => ({ jpeg, data: await sharp(jpeg).raw().toBuffer() })));
}, 120_000);

const pixel = (picture: number, column: number, row: number): number[] => {
  const at = 3 * (row * SIZE.width + column);
  return [...pictures[picture]!.data.subarray(at, at + 3)];
};

it('shows what stands at the centre of the known views in its paint', () => {
  const [r, g, b] = pixel(0, SIZE.width / 2, SIZE.height / 2) as [number, number, number];
  expect(r).toBeGreaterThan(1.8 * Math.max(g, b));
  const [r2, g2, b2] = pixel(1, SIZE.width / 2, SIZE.height / 2) as [number, number, number];
  expect(b2).toBeGreaterThan(1.4 * Math.max(r2, g2));
});

it('has sky above and sand below', () => {
  const [skyRed, , skyBlue] = pixel(0, 2, 1) as [number, number, number];
  expect(skyBlue).toBeGreaterThan(skyRed + 20);
  const [red, , blue] = pixel(0, 2, SIZE.height - 2) as [number, number, number];
  expect(red).toBeGreaterThan(blue);
});

it('keeps the nearest of two triangles, and none behind the camera', () => {
  const camera: Camera = { position: [0, 0, 0], direction: [0, 1, 0], up: [0, 0, 1], right: [1, 0, 0] };
  const facing = (depth: number, half: number) => [-half, depth, -half, half, depth, -half, 0, depth, half];
  const corners = Float64Array.from([...facing(10, 9), ...facing(4, 1), ...facing(-2, 9)]);
  const { triangles, depths } = drawTriangles(corners, camera, { width: 9, height: 9, focalPx: 4.5 });
  expect([triangles[40], depths[40]]).toEqual([1, 4]);
  expect([triangles[38], depths[38]]).toEqual([0, 10]);
  expect([triangles[0], depths[0]]).toEqual([-1, Infinity]);
});
