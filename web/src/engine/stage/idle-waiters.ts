/** Those who wait for a stage to have nothing left to do. */
export class IdleWaiters {
  private waiting: (() => void)[] = [];

  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Lets go all who wait now, once `last` has come too. */
  release(last: () => Promise<unknown>): void {
    if (this.waiting.length === 0) return;
    const released = this.waiting;
    this.waiting = [];
    void last().then(() => released.forEach((resolve) => resolve()));
  }
}
