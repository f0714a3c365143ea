import { LEVEL_FADE } from '@overlook/shared/config';

/** Shortest interval between two frames that are caused only by new tiles, milliseconds. */
const PAUSE_MS = 66;
/** Shortest interval between two frames of a still, which leaves time for input between them, milliseconds. */
const STILL_PAUSE_MS = 30;

/** Content of the next frame: everything, or only new data of the base map. */
export type Picture = 'all' | 'map';

/**
 * Decides what is drawn and when.
 *
 * Frames without a user's input are delayed: while tiles stream into a view at rest, a frame is drawn a few times a second, and
 * never while the GPU is busy with the previous frame. A slow GPU thus draws the last frame instead of all intermediate ones,
 * and the processor has time to parse. Operations that would make the main thread wait for a busy GPU are delayed as well: a
 * new canvas size, and queries of the compilation of shaders.
 */
export class DrawPacer {
  private lastMs = -Infinity;
  private gl: WebGL2RenderingContext | null = null;
  private fence: WebGLSync | null = null;
  private isAllDue = false;
  private isMapDue = false;
  private isResized = false;
  /** The pending frame is a step of a fade. */
  private isStep = false;
  /** The newest frame belongs to a still and shows no new content. */
  private isOfStill = false;

  /** Camera, tiles or settings have changed since the newest frame. */
  needAll(isStep = false): void {
    this.isAllDue = true;
    this.isStep ||= isStep;
  }

  needMap(): void {
    this.isMapDue = true;
  }

  /** The canvas size has changed since the newest frame. */
  needSize(): void {
    this.isAllDue = this.isResized = true;
  }

  /** The newest frame is up to date. */
  get isCurrent(): boolean {
    return !this.isAllDue;
  }

  /** The same, and the GPU has finished it. */
  get isDone(): boolean {
    return !this.isAllDue && (this.isOfStill || !this.isBusy);
  }

  get isWaiting(): boolean {
    return this.isMapDue || !this.isDone;
  }

  /**
   * What to draw now, or null. An urgent frame follows an input. `isPrepared` tells whether a frame can be drawn without a
   * wait; it `mayAsk` the driver only while the GPU is idle.
   */
  next(nowMs: number, isUrgent: boolean, isPrepared: (mayAsk: boolean) => boolean): Picture | null {
    const { isBusy } = this;
    const isCalm = !isBusy && nowMs - this.lastMs >= (this.isStep ? LEVEL_FADE.pauseMs : PAUSE_MS);
    if (this.isAllDue) {
      const mayDraw = (isUrgent && !(this.isResized && isBusy)) || isCalm;
      return mayDraw && isPrepared(!isBusy) ? 'all' : null;
    }
    return this.isMapDue && isCalm ? 'map' : null;
  }

  /** Call it before the commands of a frame; changes during the frame request the next one. Returns true if the size is new. */
  begin(picture: Picture): boolean {
    const { isResized } = this;
    this.isMapDue = false;
    if (picture === 'map') return false;
    this.isAllDue = this.isResized = this.isStep = false;
    return isResized;
  }

  /** Whether the next frame of a still may be drawn: no other frame is requested, and the GPU is idle. */
  mayDrawStill(nowMs: number): boolean {
    return !this.isAllDue && !this.isMapDue && !this.isBusy && nowMs - this.lastMs >= STILL_PAUSE_MS;
  }

  /** Call it directly after the commands of a frame. */
  drew(nowMs: number, gl: WebGL2RenderingContext | null, isOfStill = false): void {
    this.lastMs = nowMs;
    this.isOfStill = isOfStill;
    if (this.fence && this.gl === gl) gl?.deleteSync(this.fence);
    this.gl = gl;
    this.fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
  }

  /** The GPU has not finished the newest frame; a GPU query would wait for it. */
  get isBusy(): boolean {
    const { gl, fence } = this;
    if (!gl || !fence) return false;
    if (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return true;
    gl.deleteSync(fence);
    this.fence = null;
    return false;
  }
}
