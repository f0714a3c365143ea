import { pointerXy } from '../view/pointer-xy.ts';
import type { ScreenXy } from '../view/screen-ray.ts';

/** Shortest interval between two reports, milliseconds: a line that follows the pointer still seems attached to it. */
const PAUSE_MS = 33;

/**
 * Reports the position of the mouse on an element, in its CSS pixels: at most thirty times a second, and null when it leaves.
 * A report is repeated when the listener returns false.
 */
export class CursorWatch {
  private at: ScreenXy | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly listening = new AbortController();

  constructor(
    element: HTMLElement,
    private readonly report: (at: ScreenXy | null) => boolean,
  ) {
    const options = { passive: true, signal: this.listening.signal };
    element.addEventListener('pointermove', (event) => this.move(element, event), options);
    element.addEventListener('pointerleave', () => this.leave(), options);
  }

  destroy(): void {
    this.listening.abort();
    if (this.timer) clearTimeout(this.timer);
  }

  private move(element: HTMLElement, event: PointerEvent): void {
    // A pressed button drags the camera; a finger does not hover.
    if (event.buttons !== 0 || event.pointerType === 'touch') return;
    this.at = pointerXy(element, event);
    this.reportSoon();
  }

  private reportSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (this.at && !this.report(this.at)) this.reportSoon();
    }, PAUSE_MS);
  }

  private leave(): void {
    this.at = null;
    this.report(null);
  }
}
