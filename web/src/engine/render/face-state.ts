/** Face culling and polygon offset. WebGL is called only when a value differs from the previous draw. */
export class FaceState {
  private isCulled = false;
  private isBehind = false;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Resets to no culling and no offset. */
  begin(): void {
    const { gl } = this;
    this.isCulled = this.isBehind = false;
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
  }

  /** `isCulled`: back faces are culled. `isBehind`: faces are moved back in depth, so that lines along them are visible. */
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
