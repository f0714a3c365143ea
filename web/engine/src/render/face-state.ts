/** Face culling, the front face and polygon offset. WebGL is called only when a value differs from the previous draw. */
export class FaceState {
  private isCulled = false;
  private isBehind = false;
  private isMirrored = false;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Resets to no culling and no offset; counter-clockwise triangles are in front. */
  begin(): void {
    const { gl } = this;
    this.isCulled = this.isBehind = this.isMirrored = false;
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.frontFace(gl.CCW);
    gl.polygonOffset(1, 1);
  }

  /**
   * `isCulled`: back faces are culled. `isBehind`: faces are moved back in depth, so that lines along them are visible.
   * `isMirrored`: clockwise triangles are in front (glTF 2.0 §3.7.4).
   */
  set(isCulled: boolean, isBehind: boolean, isMirrored: boolean): void {
    const { gl } = this;
    if (isCulled !== this.isCulled) this.toggle(gl.CULL_FACE, (this.isCulled = isCulled));
    if (isBehind !== this.isBehind) this.toggle(gl.POLYGON_OFFSET_FILL, (this.isBehind = isBehind));
    if (isMirrored !== this.isMirrored) {
      this.isMirrored = isMirrored;
      gl.frontFace(isMirrored ? gl.CW : gl.CCW);
    }
  }

  end(): void {
    this.set(false, false, false);
    this.gl.polygonOffset(0, 0);
  }

  private toggle(capability: number, isOn: boolean): void {
    const { gl } = this;
    if (isOn) gl.enable(capability);
    else gl.disable(capability);
  }
}
