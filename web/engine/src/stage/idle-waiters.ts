/** Promises that wait until a stage has no work left. */
export class IdleWaiters {
  private waiting: (() => void)[] = [];

  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Resolves all current promises after `last` has resolved. */
  release(last: () => Promise<unknown>): void {
    if (this.waiting.length === 0) return;
    const released = this.waiting;
    this.waiting = [];
    void last().then(() => released.forEach((resolve) => resolve()));
  }
}
