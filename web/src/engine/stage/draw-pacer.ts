/** Shortest pause between two pictures that only arriving tiles ask for, milliseconds. */
const PAUSE_MS = 66;

/**
 * Holds back pictures that nobody's hand asked for: while tiles stream into a view that stands still, a picture is drawn
 * a few times a second, and never while the GPU is still busy with the one before. A slow GPU so spends its time on the
 * last picture instead of on all the ones in between, and the processor on parsing.
 */
export class DrawPacer {
  private lastMs = -Infinity;
  private gl: WebGL2RenderingContext | null = null;
  private fence: WebGLSync | null = null;

  mayDraw(nowMs: number): boolean {
    if (nowMs - this.lastMs < PAUSE_MS) return false;
    const { gl, fence } = this;
    if (!gl || !fence || gl.isContextLost()) return true;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
    gl.deleteSync(fence);
    this.fence = null;
    return true;
  }

  /** Call right after the commands of a picture. */
  drew(nowMs: number, gl: WebGL2RenderingContext | null): void {
    this.lastMs = nowMs;
    if (this.fence && this.gl === gl) gl?.deleteSync(this.fence);
    this.gl = gl;
    this.fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
  }
}
