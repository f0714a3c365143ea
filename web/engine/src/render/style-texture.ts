/** A lookup table of colours. */
export interface StyleTexels {
  /** RGBA8 texels, in whole rows. */
  readonly texels: Uint8Array;
  readonly rows: number;
}

/** A lookup table on the GPU: one small texture, which is written again when the table changes. */
export class StyleTexture {
  private readonly texture: WebGLTexture;
  private held: StyleTexels | null = null;

  /** `unit`: texture unit that the table is bound to; unit 0 is for material textures. `width`: texels in a row. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    readonly unit: number,
    private readonly width: number,
  ) {
    this.texture = gl.createTexture();
  }

  /** True if {@link bind} does not need to upload the table. */
  holds(styles: StyleTexels): boolean {
    return styles === this.held;
  }

  /** Binds the table and uploads it if it has changed. Leaves texture unit 0 active. */
  bind(styles: StyleTexels): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + this.unit);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (!this.holds(styles)) this.write(styles);
    gl.activeTexture(gl.TEXTURE0);
  }

  release(): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + this.unit);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.activeTexture(gl.TEXTURE0);
  }

  destroy(): void {
    this.gl.deleteTexture(this.texture);
  }

  private write(styles: StyleTexels): void {
    const { gl, width } = this;
    // deck.gl may have changed these for its own textures.
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    if (styles.rows === this.held?.rows) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, styles.rows, gl.RGBA, gl.UNSIGNED_BYTE, styles.texels);
    } else {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, styles.rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, styles.texels);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
        gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
      }
    }
    this.held = styles;
  }
}
