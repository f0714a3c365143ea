/** The textures of a panorama: the whole picture, an array texture of tiles, and the table of the layer of each tile. */
import { PANORAMA } from '@overlook/shared/config';
import type { PanoramaLevel } from '@overlook/shared/maths';
import { type TileAddress, TileLayers, tileKey } from './panorama-tiles.ts';

/** Layers of 1 MiB each. */
const LAYERS = 48;

export class PanoramaTextures {
  private readonly whole: WebGLTexture;
  private readonly tiles: WebGLTexture | null;
  private readonly slots: WebGLTexture;
  private readonly layers = new TileLayers(LAYERS);
  /** First row of each level in the table. */
  readonly firstRows: readonly number[];

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly levels: readonly PanoramaLevel[],
  ) {
    this.firstRows = levels.map((_, i) => levels.slice(0, i).reduce((sum, { rows }) => sum + rows, 0));
    this.whole = this.texture(gl.TEXTURE_2D, gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, Uint8Array.of(11, 14, 18, 255));
    this.slots = this.texture(gl.TEXTURE_2D, gl.NEAREST);
    const columns = Math.max(1, ...levels.map((level) => level.columns));
    const rows = Math.max(
      1,
      levels.reduce((sum, level) => sum + level.rows, 0),
    );
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8UI, columns, rows);
    this.tiles = levels.length > 0 ? this.texture(gl.TEXTURE_2D_ARRAY, gl.LINEAR) : null;
    if (this.tiles) gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA8, PANORAMA.tilePx, PANORAMA.tilePx, LAYERS);
  }

  setWhole(picture: ImageBitmap): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.whole);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  }

  /** Whether a tile is loaded; marks it as used now. */
  has(address: TileAddress): boolean {
    return this.layers.layer(tileKey(address)) !== null;
  }

  setTile(address: TileAddress, picture: ImageBitmap): void {
    const { gl, tiles } = this;
    if (!tiles) return;
    const { layer, evicted } = this.layers.assign(tileKey(address));
    if (evicted !== null) this.writeSlot(addressOf(evicted), 0);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, tiles);
    const [width, height] = [picture.width, picture.height].map((side) => Math.min(side, PANORAMA.tilePx));
    gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, layer, width!, height!, 1, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    this.writeSlot(address, layer + 1);
  }

  bind(): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.slots);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.tiles);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.whole);
  }

  private writeSlot({ level, column, row }: TileAddress, value: number): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.slots);
    const y = this.firstRows[level]! + row;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, column, y, 1, 1, gl.RED_INTEGER, gl.UNSIGNED_BYTE, Uint8Array.of(value));
  }

  private texture(target: GLenum, filter: GLenum): WebGLTexture {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(target, texture);
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, filter);
    // The picture wraps around, its tiles do not.
    gl.texParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return texture;
  }
}

function addressOf(key: string): TileAddress {
  const [level, column, row] = key.split('/').map(Number) as [number, number, number];
  return { level, column, row };
}
