/** The size of a stage in CSS pixels, as last measured. */
export class StageSize {
  px = { width: 1, height: 1 };
  /** Without a size nothing can be drawn; everything waits until the stage has a size again. */
  isHidden = false;
  private readonly observer: ResizeObserver;

  /** `onChange` is called after each change of the container's size, and measures. */
  constructor(
    private readonly container: HTMLElement,
    onChange: () => void,
  ) {
    this.observer = new ResizeObserver(onChange);
    this.observer.observe(container);
  }

  /** The container has another size by now. */
  get isOutdated(): boolean {
    const { clientWidth, clientHeight } = this.container;
    return clientWidth !== this.px.width || clientHeight !== this.px.height;
  }

  /** False for a container without a size. */
  measure(): boolean {
    const { clientWidth: width, clientHeight: height } = this.container;
    this.isHidden = width === 0 || height === 0;
    if (!this.isHidden) this.px = { width, height };
    return !this.isHidden;
  }

  destroy(): void {
    this.observer.disconnect();
  }
}
