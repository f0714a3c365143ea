/**
 * Binds vertex arrays without luma.gl, which notes each call of `gl.bindVertexArray` in its record of the state: with one call a
 * draw, the notes took more time than the calls. Between {@link begin} and {@link end} luma.gl's record says that none is bound.
 */
export class VertexArrays {
  private readonly bindUnnoted: (vertexArray: WebGLVertexArrayObject | null) => void;

  constructor(private readonly gl: WebGL2RenderingContext) {
    const { bindVertexArray } = Object.getPrototypeOf(gl) as WebGL2RenderingContext;
    this.bindUnnoted = bindVertexArray.bind(gl);
  }

  begin(): void {
    this.gl.bindVertexArray(null);
  }

  bind(vertexArray: WebGLVertexArrayObject): void {
    this.bindUnnoted(vertexArray);
  }

  /** None is bound: as luma.gl's record says. */
  end(): void {
    this.bindUnnoted(null);
  }
}
