/** Which faces WebGL draws and at which depth, set only where it differs from the draw before. */
export class FaceState {
  private isCulled = false;
  private isBehind = false;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Both sides, at their own depth. */
  begin(): void {
    const { gl } = this;
    this.isCulled = this.isBehind = false;
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
  }

  /** `isCulled`: without backs. `isBehind`: a little deeper, so that lines along the faces are in front of them. */
  set(isCulled: boolean, isBehind: boolean): void {
    const { gl } = this;
    if (isCulled !== this.isCulled) this.toggle(gl.CULL_FACE, (this.isCulled = isCulled));
    if (isBehind !== this.isBehind) this.toggle(gl.POLYGON_OFFSET_FILL, (this.isBehind = isBehind));
  }

  end(): void {
    this.set(false, false);
    this.gl.polygonOffset(0, 0);
  }

  private toggle(capability: number, isOn: boolean): void {
    const { gl } = this;
    if (isOn) gl.enable(capability);
    else gl.disable(capability);
  }
}
