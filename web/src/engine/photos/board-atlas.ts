/** One texture with all that billboards show: thumbnails in a grid, then a row of signs, then a label. */
import type { Device, Texture } from '@luma.gl/core';
import { LABEL, drawSigns } from './board-badges.ts';
import { CELL, type Thumbnails } from './thumbnails.ts';

const COLUMNS = 5;
const ROWS = 4;
/** Between pictures, so that one does not show at the edge of another in the smaller levels. */
const GUTTER_PX = 4;
const STRIDE = { x: CELL.widthPx + GUTTER_PX, y: CELL.heightPx + GUTTER_PX } as const;
const SIGNS_TOP_PX = ROWS * STRIDE.y;

export const ATLAS = {
  widthPx: COLUMNS * STRIDE.x,
  heightPx: SIGNS_TOP_PX + 36 + LABEL.heightPx,
  signsTopPx: SIGNS_TOP_PX,
  labelTopPx: SIGNS_TOP_PX + 36,
} as const;
/** Down to a fourth of the size. */
const LEVELS = 3;

/** Left and top of a cell, pixels. */
export const cellAt = (place: number): readonly [x: number, y: number] => [
  (place % COLUMNS) * STRIDE.x,
  Math.floor(place / COLUMNS) * STRIDE.y,
];

export interface BoardLabel {
  readonly canvas: OffscreenCanvas;
  readonly widthPx: number;
  readonly heightPx: number;
}

export class BoardAtlas {
  readonly texture: Texture;
  private readonly copied: (ImageBitmap | null)[] = [];
  private label: BoardLabel | null = null;

  constructor(device: Device) {
    this.texture = device.createTexture({
      width: ATLAS.widthPx,
      height: ATLAS.heightPx,
      format: 'rgba8unorm',
      mipLevels: LEVELS,
      sampler: { minFilter: 'linear', magFilter: 'linear', mipmapFilter: 'linear' },
    });
    const signs = drawSigns();
    this.copy(signs, signs.width, signs.height, 0, ATLAS.signsTopPx);
  }

  /** Takes over what has come since the last call. */
  update({ cells }: Thumbnails, label: BoardLabel | null): void {
    let hasChanged = false;
    cells.forEach((cell, place) => {
      const bitmap = cell?.bitmap ?? null;
      if (bitmap === (this.copied[place] ?? null)) return;
      this.copied[place] = bitmap;
      if (!bitmap) return;
      this.copy(bitmap, CELL.widthPx, CELL.heightPx, ...cellAt(place));
      hasChanged = true;
    });
    if (label && label !== this.label) {
      this.copy(label.canvas, LABEL.widthPx, LABEL.heightPx, 0, ATLAS.labelTopPx);
      hasChanged = true;
    }
    this.label = label;
    if (hasChanged || this.copied.length === 0) (this.texture as MipmappedTexture).generateMipmapsWebGL();
  }

  destroy(): void {
    this.texture.destroy();
  }

  private copy(image: ImageBitmap | OffscreenCanvas, width: number, height: number, x: number, y: number): void {
    this.texture.copyExternalImage({ image, width, height, x, y });
  }
}

/** Of luma.gl's textures for WebGL, without a common type. */
export interface MipmappedTexture extends Texture {
  generateMipmapsWebGL(): void;
}
