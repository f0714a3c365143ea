/**
 * Finds uploads that the browser has refused. An error of WebGL is their only sign, and asking for it waits for all that the GPU
 * has still to do. So the context is asked once the GPU has executed the newest uploads and no others have come meanwhile. If it tells an error, the tiles uploaded since the last question
 * are loaded again and each is asked about: the tile whose upload fails then is an error that people are told.
 */
import { gpuDone } from '../render/gpu-done.ts';
import { TILE_OPTIONS } from './tile-options.ts';

const NAMES = ['INVALID_ENUM', 'INVALID_VALUE', 'INVALID_OPERATION', 'OUT_OF_MEMORY'] as const;
/** An error of each kind may wait to be asked for. */
const ERRORS_AT_MOST = 8;

export class UploadCheck {
  /** Uploaded since the last question, each with the function that loads it again. */
  private uploaded = new Map<object, () => void>();
  private uploads = 0;
  private readonly suspects = new WeakSet<object>();
  private suspectCount = 0;
  private hasFailed = false;
  private isAsking = false;
  /** The errors of this context do not come from uploads. */
  private isOff = false;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly executed: () => Promise<void> = () => gpuDone(gl),
  ) {}

  /**
   * Uploads a tile. Throws an Error if the tile is suspected and its upload fails; the caller frees what `upload` has made.
   * `loadAgain` is called, at a later time, if the context has an error.
   */
  upload(tile: object, upload: () => void, loadAgain: () => void): void {
    if (this.isOff) return upload();
    if (!this.suspects.delete(tile)) {
      upload();
      this.uploaded.set(tile, loadAgain);
      this.uploads++;
      void this.ask();
      return;
    }
    this.errors();
    upload();
    const errors = this.errors();
    this.suspectCount--;
    if (errors.length > 0) {
      this.hasFailed = true;
      throw new Error(`The graphics of this browser did not take it: ${errors.join(', ')}.`);
    }
    if (this.suspectCount === 0 && !this.hasFailed) this.isOff = true;
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const firstMs = performance.now();
    let executed: number;
    do {
      executed = this.uploads;
      await this.executed();
    } while (executed < this.uploads && performance.now() - firstMs < TILE_OPTIONS.uploadCheckMs);
    this.isAsking = false;
    const { uploaded } = this;
    this.uploaded = new Map();
    if (this.errors().length === 0) return;
    for (const [tile, loadAgain] of uploaded) {
      this.suspects.add(tile);
      this.suspectCount++;
      loadAgain();
    }
  }

  /** The names of the errors since the last call; none after the context is lost. */
  private errors(): string[] {
    const { gl } = this;
    const found: string[] = [];
    for (let i = 0; i < ERRORS_AT_MOST; i++) {
      const error = gl.getError();
      if (error === gl.NO_ERROR || error === gl.CONTEXT_LOST_WEBGL) break;
      found.push(NAMES.find((name) => gl[name] === error) ?? `error ${error}`);
    }
    return found;
  }
}
