/** Longest wait while no site is open, and for the models of one that is, milliseconds. */
const LONGEST_WAIT_MS = { site: 1000, models: 5000 };

/** Time in which the page removes what covers the picture, milliseconds. */
const SHOWN_MS = 100;

/**
 * The first picture of a stage's models. What is not part of it waits for it: WebGL contexts, programs and data of other
 * things would delay it.
 */
export class FirstPicture {
  private end = (): void => undefined;
  /** Resolves when a frame has shown models that cover the view, or when that takes too long. */
  readonly over = new Promise<void>((resolve) => (this.end = resolve));
  private isDrawn = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.waitFor(LONGEST_WAIT_MS.site);
  }

  siteOpened(hasModels: boolean): void {
    if (this.isDrawn) return;
    this.waitFor(hasModels ? LONGEST_WAIT_MS.models : 0);
  }

  /** The newest frame has models that cover the view. */
  drawn(): void {
    if (this.isDrawn) return;
    this.isDrawn = true;
    this.waitFor(SHOWN_MS);
  }

  /** No model will be drawn: none could be loaded. */
  failed(): void {
    if (!this.isDrawn) this.waitFor(0);
  }

  private waitFor(ms: number): void {
    clearTimeout(this.timer);
    if (ms > 0) this.timer = setTimeout(this.end, ms);
    else this.end();
  }
}
