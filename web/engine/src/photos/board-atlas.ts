/** The texture atlas of billboards: thumbnails in a grid, then a row of badges, then a label. */
import type { Device, Texture } from '@luma.gl/core';
import { LABEL, drawBadges } from './board-badges.ts';
import { CELL, type Thumbnails } from './thumbnails.ts';

const COLUMNS = 5;
const ROWS = 4;
/** Gap between pictures, so that none bleeds into another in the smaller mip levels. */
const GUTTER_PX = 4;
const STRIDE = { x: CELL.widthPx + GUTTER_PX, y: CELL.heightPx + GUTTER_PX } as const;
const BADGES_TOP_PX = ROWS * STRIDE.y;

export const ATLAS = {
  widthPx: COLUMNS * STRIDE.x,
  heightPx: BADGES_TOP_PX + 36 + LABEL.heightPx,
  badgesTopPx: BADGES_TOP_PX,
  labelTopPx: BADGES_TOP_PX + 36,
} as const;
/** Mip levels: down to a quarter of the size. */
const LEVELS = 3;

/** Left and upper edge of a cell of the atlas, pixels. */
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
    const badges = drawBadges();
    this.copy(badges, badges.width, badges.height, 0, ATLAS.badgesTopPx);
  }

  /** Copies the thumbnails and the label that have arrived since the last call. */
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

/** A method of luma.gl's WebGL textures that their common type lacks. */
export interface MipmappedTexture extends Texture {
  generateMipmapsWebGL(): void;
}
