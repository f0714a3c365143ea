/**
 * Input that needs data of the model from the GPU. It runs at once where the data have been read before; else it waits for
 * them, together with all input after it, and the page goes on meanwhile. It then runs with the camera of its moment.
 */
import type { ViewPicker } from './view-picker.ts';

interface Waiting {
  readonly picker: ViewPicker;
  isReady(picker: ViewPicker): boolean;
  run(picker: ViewPicker): void;
}

export class WaitingInput {
  private waiting: Waiting[] = [];

  /** `onWait`: {@link serve} is needed in the next frame. */
  constructor(
    private readonly picker: ViewPicker,
    private readonly onWait: () => void,
  ) {}

  get isWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /**
   * Runs it now or later. `isReady` tells whether picks of `run` need no wait, and requests their data otherwise. True when it
   * has run.
   */
  add(isReady: Waiting['isReady'], run: Waiting['run']): boolean {
    if (!this.isWaiting && isReady(this.picker)) {
      run(this.picker);
      return true;
    }
    this.waiting.push({ picker: this.picker.frozen(), isReady, run });
    this.onWait();
    return false;
  }

  /** Input at a CSS pixel of the model. */
  at(x: number, y: number, run: Waiting['run']): boolean {
    return this.add((picker) => picker.under(x, y) !== null, run);
  }

  /** Call it at the start of each frame. */
  serve(): void {
    for (let next = this.waiting[0]; next?.isReady(next.picker); next = this.waiting[0]) {
      this.waiting.shift();
      next.run(next.picker);
    }
    if (this.isWaiting) this.onWait();
  }

  /** Runs all that waits, with a wait for the GPU: other input must not overtake it. */
  finish(): void {
    for (const { picker, run } of this.waiting.splice(0)) run(picker);
  }

  /** What waits is not done: it was for another model. */
  clear(): void {
    this.waiting = [];
  }
}
