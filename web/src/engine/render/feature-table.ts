import { type FeatureLooks, LOOKS_PER_ROW } from '../looks/feature-looks.ts';

/** The texture unit that the table is bound to; pictures are on the first. */
export const FEATURE_UNIT = 1;

/** The looks of a layer's features on the GPU: one small texture, written anew when they change. */
export class FeatureTable {
  private readonly texture: WebGLTexture;
  private held: FeatureLooks | null = null;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.texture = gl.createTexture();
  }

  /** Binds the table of these looks; leaves the first texture unit active. */
  bind(looks: FeatureLooks): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + FEATURE_UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (looks !== this.held) this.write(looks);
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

  private write(looks: FeatureLooks): void {
    const { gl } = this;
    // deck.gl leaves these as its own textures needed them.
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    if (looks.rows === this.held?.rows) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, LOOKS_PER_ROW, looks.rows, gl.RGBA, gl.UNSIGNED_BYTE, looks.texels);
    } else {
      const size = [LOOKS_PER_ROW, looks.rows] as const;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, ...size, 0, gl.RGBA, gl.UNSIGNED_BYTE, looks.texels);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
        gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
      }
    }
    this.held = looks;
  }
}
