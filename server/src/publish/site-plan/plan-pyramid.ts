import sharp from 'sharp';
import { MERCATOR_TILE_PX as TILE_PX } from '@overlook/shared/maths';
import type { PlanCanvas } from './plan-canvas.ts';

/** A picture of RGBA bytes whose north-west corner is at `x`, `y` in pixels of its zoom. */
export interface PlanImage {
  zoom: number;
  x: number;
  y: number;
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** A tile of a map: its address in the usual scheme, and its file. */
export interface PlanTile {
  zoom: number;
  column: number;
  row: number;
  webp: Uint8Array;
}

const WEBP = { quality: 82, alphaQuality: 90, effort: 3 } as const;

/** The canvas at half its size, so that edges are smooth. `x` and `y` are the canvas's own and even, as are its sides. */
export function halfOfCanvas(canvas: PlanCanvas, zoom: number, x: number, y: number): PlanImage {
  const [width, height] = [canvas.width / 2, canvas.height / 2];
  const rgba = new Uint8Array(width * height * 4);
  const { heights, colours } = canvas;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let filled = 0;
      for (let quarter = 0; quarter < 4; quarter++) {
        const pixel = (2 * row + (quarter >> 1)) * canvas.width + 2 * column + (quarter & 1);
        if (heights[pixel] === 0) continue;
        red += colours[3 * pixel]!;
        green += colours[3 * pixel + 1]!;
        blue += colours[3 * pixel + 2]!;
        filled++;
      }
      if (filled === 0) continue;
      const to = 4 * (row * width + column);
      rgba[to] = red / filled;
      rgba[to + 1] = green / filled;
      rgba[to + 2] = blue / filled;
      rgba[to + 3] = (filled * 255) / 4;
    }
  return { zoom: zoom - 1, x: x / 2, y: y / 2, width, height, rgba };
}

/** The same picture at the next coarser zoom. Colours are weighted by their coverage. */
export function halfOf(image: PlanImage): PlanImage {
  const [x, y] = [Math.floor(image.x / 2), Math.floor(image.y / 2)];
  const width = Math.ceil((image.x + image.width) / 2) - x;
  const height = Math.ceil((image.y + image.height) / 2) - y;
  const sums = new Float32Array(width * height * 4);
  for (let row = 0; row < image.height; row++)
    for (let column = 0; column < image.width; column++) {
      const from = 4 * (row * image.width + column);
      const alpha = image.rgba[from + 3]!;
      if (alpha === 0) continue;
      const to = 4 * (((image.y + row) >> 1) - y) * width + 4 * (((image.x + column) >> 1) - x);
      for (let channel = 0; channel < 3; channel++) sums[to + channel]! += image.rgba[from + channel]! * alpha;
      sums[to + 3]! += alpha;
    }
  const rgba = new Uint8Array(sums.length);
  for (let i = 0; i < sums.length; i += 4) {
    const alpha = sums[i + 3]!;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel++) rgba[i + channel] = sums[i + channel]! / alpha;
    rgba[i + 3] = alpha / 4;
  }
  return { zoom: image.zoom - 1, x, y, width, height, rgba };
}

/** Cuts a picture into map tiles, the empty ones of its rectangle included, because a map requests all of them. */
export async function* tilesOf(image: PlanImage): AsyncGenerator<PlanTile> {
  const [west, north] = [Math.floor(image.x / TILE_PX), Math.floor(image.y / TILE_PX)];
  const east = Math.ceil((image.x + image.width) / TILE_PX);
  const south = Math.ceil((image.y + image.height) / TILE_PX);
  for (let row = north; row < south; row++)
    for (let column = west; column < east; column++)
      yield { zoom: image.zoom, column, row, webp: await encode(cut(image, column * TILE_PX, row * TILE_PX)) };
}

const encode = (rgba: Uint8Array): Promise<Uint8Array> =>
  sharp(rgba, { raw: { width: TILE_PX, height: TILE_PX, channels: 4 } })
    .webp(WEBP)
    .toBuffer();

/** The tile whose corner is at `x`, `y`; empty outside the picture. */
function cut(image: PlanImage, x: number, y: number): Uint8Array {
  const out = new Uint8Array(TILE_PX * TILE_PX * 4);
  const [from, to] = [Math.max(x, image.x), Math.min(x + TILE_PX, image.x + image.width)];
  for (let row = Math.max(y, image.y); row < Math.min(y + TILE_PX, image.y + image.height); row++) {
    const start = 4 * ((row - image.y) * image.width + from - image.x);
    const line = image.rgba.subarray(start, start + 4 * Math.max(0, to - from));
    out.set(line, 4 * ((row - y) * TILE_PX + from - x));
  }
  return out;
}
