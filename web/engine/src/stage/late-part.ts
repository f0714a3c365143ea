interface LatePartOptions<Part> {
  /** Loads the code and creates the part, which shows the current state immediately. */
  readonly make: () => Promise<Part>;
  /** The part exists. */
  readonly onChange: () => void;
}

/** A part of a stage whose code is loaded when it is first needed. */
export class LatePart<Part> {
  /** Null until it is loaded. */
  part: Part | null = null;
  private isUnderWay = false;
  private isDestroyed = false;

  constructor(private readonly options: LatePartOptions<Part>) {}

  get isLoading(): boolean {
    return this.isUnderWay;
  }

  /** Loads it once. After a failure the next call tries again. */
  want(): void {
    if (this.part || this.isUnderWay || this.isDestroyed) return;
    this.isUnderWay = true;
    void this.load();
  }

  /** Creates nothing from now on. Returns the part, which the caller then owns. */
  release(): Part | null {
    const { part } = this;
    this.isDestroyed = true;
    this.part = null;
    return part;
  }

  private async load(): Promise<void> {
    const { make, onChange } = this.options;
    try {
      const part = await make();
      if (!this.isDestroyed) this.part = part;
    } catch (error) {
      console.warn('A part of the view could not be loaded.', error);
    }
    this.isUnderWay = false;
    if (!this.isDestroyed) onChange();
  }
}
