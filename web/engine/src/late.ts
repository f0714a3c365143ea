interface LateOptions<T> {
  /** Loads the code or the data. Returns what creates the part, which is not called after {@link Late.dispose}. */
  readonly load: () => Promise<() => T>;
  /** The part exists, or could not be loaded. Not called after {@link Late.dispose}. */
  readonly onSettled?: () => void;
  /** Receives the error of a load that nobody awaits. */
  readonly onFailure?: (error: unknown) => void;
}

const ended = () => new RangeError('The view has ended.');
const warn = (error: unknown) => console.warn('A part of the view could not be loaded.', error);

/** A part that is loaded once, when it is first needed. Nothing else waits for it. */
export class Late<T> {
  /** Null until it is loaded, and after {@link dispose}. */
  value: T | null = null;
  /** The newest load has failed. */
  hasFailed = false;
  /** The load under way or the finished one; null before the first and after a failure. */
  loading: Promise<T> | null = null;
  private isDisposed = false;
  private readonly calls = new Map<string, (value: T) => void>();

  constructor(private readonly options: LateOptions<T>) {}

  get isLoading(): boolean {
    return this.loading !== null && this.value === null;
  }

  /** Loads it once; after a failure the next call tries again. Rejects if it cannot be loaded, and after {@link dispose}. */
  get(): Promise<T> {
    if (this.isDisposed) return Promise.reject(ended());
    return (this.loading ??= this.load());
  }

  /** The same without a result; a failure goes to `onFailure`. */
  want(): void {
    const { onFailure = warn } = this.options;
    if (!this.loading) this.get().catch((error: unknown) => this.isDisposed || onFailure(error));
  }

  /** Calls it now, or as soon as it exists: then the last call of each name, in their order. Does not load it. */
  tell(name: string, call: (value: T) => void): void {
    if (this.value !== null) return call(this.value);
    this.calls.delete(name);
    this.calls.set(name, call);
  }

  /** Creates nothing from now on. Returns the part, which the caller then owns. */
  dispose(): T | null {
    const { value } = this;
    this.isDisposed = true;
    this.value = this.loading = null;
    this.calls.clear();
    return value;
  }

  private async load(): Promise<T> {
    this.hasFailed = false;
    try {
      const make = await this.options.load();
      if (this.isDisposed) throw ended();
      const value = make();
      for (const call of this.calls.values()) call(value);
      this.calls.clear();
      return (this.value = value);
    } catch (error) {
      this.hasFailed = true;
      this.loading = null;
      throw error;
    } finally {
      if (!this.isDisposed) this.options.onSettled?.();
    }
  }
}
