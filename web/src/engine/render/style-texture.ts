/** Colours by number. */
export interface StyleTexels {
  /** RGBA8, in whole rows. */
  readonly texels: Uint8Array;
  readonly rows: number;
}

/** Such colours on the GPU: one small texture, written again when they change. */
export class StyleTexture {
  private readonly texture: WebGLTexture;
  private held: StyleTexels | null = null;

  /** `unit` is the texture unit that it is bound to; pictures are on the first. `width` is that of a row. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    readonly unit: number,
    private readonly width: number,
  ) {
    this.texture = gl.createTexture();
  }

  /** Whether {@link bind} need not write these colours. */
  holds(styles: StyleTexels): boolean {
    return styles === this.held;
  }

  /** Binds these colours; leaves the first texture unit active. */
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
    // deck.gl leaves these as its own textures needed them.
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
