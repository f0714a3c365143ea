import { type FeatureStyleTable, STYLES_PER_ROW } from './feature-style.ts';

/** The texture unit that the table is bound to; pictures are on the first. */
export const FEATURE_UNIT = 1;

/** The styles of a layer's features on the GPU: one small texture, written again when they change. */
export class FeatureTable {
  private readonly texture: WebGLTexture;
  private held: FeatureStyleTable | null = null;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.texture = gl.createTexture();
  }

  /** Binds this table of styles; leaves the first texture unit active. */
  bind(styles: FeatureStyleTable): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + FEATURE_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (styles !== this.held) this.write(styles);
    gl.activeTexture(gl.TEXTURE0);
  }

  release(): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + FEATURE_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.activeTexture(gl.TEXTURE0);
  }

  destroy(): void {
    this.gl.deleteTexture(this.texture);
  }

  private write(styles: FeatureStyleTable): void {
    const { gl } = this;
    // deck.gl leaves these as its own textures needed them.
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    if (styles.rows === this.held?.rows) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, STYLES_PER_ROW, styles.rows, gl.RGBA, gl.UNSIGNED_BYTE, styles.texels);
    } else {
      const size = [STYLES_PER_ROW, styles.rows] as const;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, ...size, 0, gl.RGBA, gl.UNSIGNED_BYTE, styles.texels);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
        gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
      }
    }
    this.held = styles;
  }
}
