/**
 * Binds vertex arrays without luma.gl, which tracks each call of `gl.bindVertexArray` in its cache of the state: with one call for
 * each draw, the tracking took more time than the calls. Between {@link begin} and {@link end} none is bound in luma.gl's cache.
 */
export class VertexArrays {
  private readonly bindUntracked: (vertexArray: WebGLVertexArrayObject | null) => void;

  constructor(private readonly gl: WebGL2RenderingContext) {
    const { bindVertexArray } = Object.getPrototypeOf(gl) as WebGL2RenderingContext;
    this.bindUntracked = bindVertexArray.bind(gl);
  }

  begin(): void {
    this.gl.bindVertexArray(null);
  }

  bind(vertexArray: WebGLVertexArrayObject): void {
    this.bindUntracked(vertexArray);
  }

  /** Unbinds the last one, as in luma.gl's cache. */
  end(): void {
    this.bindUntracked(null);
  }
}
