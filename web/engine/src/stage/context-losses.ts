/**
 * How often the WebGL contexts of a page were lost. A reset of the GPU takes all contexts of the page at once, so a context
 * counts only if no other one was lost since it was opened: the earlier loss has lowered the memory cap already.
 */
export class ContextLosses {
  count = 0;

  /** Registers a context that is opened now. The caller calls the returned function when it is lost. */
  watch(): () => void {
    const countAtStart = this.count;
    return () => {
      if (this.count === countAtStart) this.count++;
    };
  }
}
