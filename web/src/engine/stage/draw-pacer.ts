import { LEVEL_FADE } from '@overlook/shared/config';

/** Shortest pause between two pictures that only arriving tiles ask for, milliseconds. */
const PAUSE_MS = 66;

/** What the next picture draws again: everything, or only the base map with what has arrived for it. */
export type Picture = 'all' | 'map';

/**
 * Knows what is to be drawn and when that may be.
 *
 * Pictures without a user's input are held back: while tiles stream into a view at rest, a picture is
 * drawn a few times a second, and never while the GPU is still busy with the one before. A slow GPU so spends its time on
 * the last picture instead of on all the ones in between, and the processor on parsing. What would make the main thread
 * wait for a busy GPU waits here instead: a new size of the canvas, shaders whose compilation has to be asked about.
 */
export class DrawPacer {
  private lastMs = -Infinity;
  private gl: WebGL2RenderingContext | null = null;
  private fence: WebGLSync | null = null;
  private isAllDue = false;
  private isMapDue = false;
  private isResized = false;
  /** What is due is a step of a fade. */
  private isStep = false;
  /** The newest picture belongs to a still: it shows nothing new. */
  private isOfStill = false;

  /** Camera, tiles or settings have changed since the newest picture. */
  needAll(isStep = false): void {
    this.isAllDue = true;
    this.isStep ||= isStep;
  }

  needMap(): void {
    this.isMapDue = true;
  }

  /** The canvas has another size than in the newest picture. */
  needSize(): void {
    this.isAllDue = this.isResized = true;
  }

  /** The newest picture shows all that there is. */
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
   * What to draw now, or null. An urgent picture answers an input. `isPrepared` says whether it can be drawn without a
   * wait; while the GPU is idle it `mayAsk` the driver about that.
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

  /** Call before the commands of a picture: what they leave open asks for the next one. Answers whether the size is new. */
  begin(picture: Picture): boolean {
    const { isResized } = this;
    this.isMapDue = false;
    if (picture === 'map') return false;
    this.isAllDue = this.isResized = this.isStep = false;
    return isResized;
  }

  /** Whether another picture of a still may be drawn: nothing else is to be drawn, and the GPU is idle. */
  mayDrawStill(nowMs: number): boolean {
    return !this.isAllDue && !this.isMapDue && !this.isBusy && nowMs - this.lastMs >= PAUSE_MS;
  }

  /** Call right after the commands of a picture. */
  drew(nowMs: number, gl: WebGL2RenderingContext | null, isOfStill = false): void {
    this.lastMs = nowMs;
    this.isOfStill = isOfStill;
    if (this.fence && this.gl === gl) gl?.deleteSync(this.fence);
    this.gl = gl;
    this.fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
  }

  /** The GPU has not finished the newest picture: any question to it would wait for that. */
  get isBusy(): boolean {
    const { gl, fence } = this;
    if (!gl || !fence) return false;
    if (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return true;
    gl.deleteSync(fence);
    this.fence = null;
    return false;
  }
}
