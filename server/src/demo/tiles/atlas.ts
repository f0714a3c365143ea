import sharp from 'sharp';
import { inkAt } from '../materials/lettering.ts';
import { SWATCH_MEAN, swatch } from '../materials/swatches.ts';
import type { MaterialId } from '../plant/types.ts';

/**
 * One picture per tile: its ground at the left, then a column of material swatches, then lettered faces. Every cell
 * keeps a border of its own repeat, so that smaller mip levels do not bleed.
 */
export interface Atlas {
  readonly width: number;
  readonly height: number;
  readonly ground: Cell;
  readonly materials: ReadonlyMap<MaterialId, Cell>;
  readonly labels: ReadonlyMap<string, Cell>;
}

/** A cell in texels: its corner, its size, and the border on each side. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly border: number;
}

/** Letterings are drawn three times as wide as high on the real thing. */
export const LABEL_ASPECT = 3;

/** Lays out an atlas with a ground picture of `groundSide` texels (a multiple of 4 × the swatch side). */
export function layOutAtlas(groundSide: number, materials: readonly MaterialId[], labels: readonly string[]): Atlas {
  const side = groundSide / 4;
  const border = Math.max(1, Math.round(side / 32));
  const place = (index: number, from: number, width: number): Cell => ({
    x: from + Math.floor(index / 4) * width,
    y: (index % 4) * side,
    width,
    height: side,
    border,
  });
  const labelsFrom = groundSide + Math.ceil(materials.length / 4) * side;
  return {
    width: labelsFrom + Math.ceil(labels.length / 4) * 2 * side,
    height: groundSide,
    ground: { x: 0, y: 0, width: groundSide, height: groundSide, border: Math.max(2, Math.round(groundSide / 64)) },
    materials: new Map(materials.map((id, i) => [id, place(i, groundSide, side)])),
    labels: new Map(labels.map((text, i) => [text, place(i, labelsFrom, 2 * side)])),
  };
}

/** Texture coordinate of s in [0, 1], rightwards in a cell. */
export const texcoordU = (atlas: Atlas, cell: Cell, s: number): number =>
  (cell.x + cell.border + s * (cell.width - 2 * cell.border)) / atlas.width;

/** Texture coordinate (glTF: downwards) of t in [0, 1], upwards in a cell. */
export const texcoordV = (atlas: Atlas, cell: Cell, t: number): number =>
  (cell.y + cell.border + (1 - t) * (cell.height - 2 * cell.border)) / atlas.height;

/** Draws the atlas; `ground(s, t, out)` gives display colours in [0, 1] and is also called slightly outside [0, 1]. */
export async function drawAtlas(
  atlas: Atlas,
  ground: (s: number, t: number, out: Float64Array) => void,
): Promise<Uint8Array> {
  const pixels = new Uint8Array(atlas.width * atlas.height * 3).fill(Math.round(SWATCH_MEAN * 255));
  const out = new Float64Array(3);
  const paint = (cell: Cell, colour: (s: number, t: number) => void) => {
    const [w, h] = [cell.width - 2 * cell.border, cell.height - 2 * cell.border];
    for (let j = 0; j < cell.height; j++) {
      for (let i = 0; i < cell.width; i++) {
        colour((i + 0.5 - cell.border) / w, 1 - (j + 0.5 - cell.border) / h);
        const k = ((cell.y + j) * atlas.width + cell.x + i) * 3;
        for (let c = 0; c < 3; c++) pixels[k + c] = Math.round(Math.min(1, Math.max(0, out[c]!)) * 255);
      }
    }
  };
  paint(atlas.ground, (s, t) => ground(s, t, out));
  for (const [id, cell] of atlas.materials) {
    const block = swatchBlock(id, cell.width, cell.border);
    const row = cell.width * 3;
    for (let j = 0; j < cell.height; j++) {
      pixels.set(block.subarray(j * row, (j + 1) * row), ((cell.y + j) * atlas.width + cell.x) * 3);
    }
  }
  for (const [text, cell] of atlas.labels) {
    paint(cell, (s, t) => out.fill(SWATCH_MEAN * (1 - 0.78 * inkAt(text, s, t, LABEL_ASPECT))));
  }
  return sharp(pixels, { raw: { width: atlas.width, height: atlas.height, channels: 3 } })
    .jpeg({ quality: 78 })
    .toBuffer();
}

const blocks = new Map<string, Uint8Array>();

/** A square cell of a swatch with its border, as bytes; drawn once per size, since every tile shows the same. */
function swatchBlock(id: MaterialId, width: number, border: number): Uint8Array {
  const key = `${id}/${width}/${border}`;
  const known = blocks.get(key);
  if (known) return known;
  const { side, texels } = swatch(id, width - 2 * border);
  const block = new Uint8Array(width * width * 3);
  for (let j = 0; j < width; j++) {
    // Pictures run downwards, swatches upwards.
    const row = wrap(side - 1 - (j - border), side) * side;
    for (let i = 0; i < width; i++) {
      const k = (row + wrap(i - border, side)) * 3;
      for (let c = 0; c < 3; c++) block[(j * width + i) * 3 + c] = Math.round(texels[k + c]! * 255);
    }
  }
  blocks.set(key, block);
  return block;
}

const wrap = (i: number, n: number): number => ((i % n) + n) % n;
