/**
 * The first file of a layer or tileset (models.json, tileset.json). It is requested before all tiles, and retried with growing
 * delays while the server does not respond.
 */
import { isTransient, retryDelayMs } from './retry-policy.ts';
import type { TileScheduler, TileSource } from './tile-scheduler.ts';

export interface FirstFileOptions<T> {
  url: string;
  scheduler: TileScheduler;
  /** Fetches and parses the file. Rejects with the error. */
  read(signal: AbortSignal): Promise<T>;
  /** The file has loaded or failed. */
  onChange(): void;
  onError(url: string, error: Error, final: boolean): void;
}

export class FirstFile<T> implements TileSource<FirstFile<T>> {
  readonly parent = null;
  readonly priority = Infinity;
  value: T | null = null;
  /** `failing` is retried automatically, `failed` only by {@link retry}. */
  state: 'pending' | 'failing' | 'failed' | 'read' | 'closed' = 'pending';
  private attempts = 0;
  private isLoading = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: FirstFileOptions<T>) {
    this.request();
  }

  /** 1 while the file is outstanding, otherwise 0. */
  get pendingCount(): 0 | 1 {
    return this.state === 'pending' || this.state === 'failing' ? 1 : 0;
  }

  get failedCount(): 0 | 1 {
    return this.state === 'failing' || this.state === 'failed' ? 1 : 0;
  }

  retry(): void {
    if (this.failedCount === 0) return;
    this.attempts = 0;
    this.state = 'pending';
    this.request();
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.timer);
    this.options.scheduler.leave(this);
    this.options.scheduler.close(this);
  }

  requestCount(): number {
    return 1;
  }

  isDue(): boolean {
    return this.pendingCount === 1 && !this.isLoading;
  }

  mayFinish(): boolean {
    return false;
  }

  async load(_file: FirstFile<T>, signal: AbortSignal): Promise<boolean> {
    const { read, onChange } = this.options;
    this.isLoading = true;
    try {
      const value = await read(signal);
      if (signal.aborted) return false;
      this.value = value;
      this.state = 'read';
    } catch (error) {
      if (signal.aborted) return false;
      this.fail(error as Error);
    }
    this.isLoading = false;
    onChange();
    return false;
  }

  upload(): void {}

  discard(): void {
    this.isLoading = false;
  }

  private request(): void {
    clearTimeout(this.timer);
    this.options.scheduler.want(this, this, [this]);
  }

  private fail(error: Error): void {
    const transient = isTransient(error);
    this.attempts++;
    this.state = transient ? 'failing' : 'failed';
    if (transient) this.timer = setTimeout(() => this.request(), retryDelayMs(this.attempts));
    this.options.onError(this.options.url, error, !transient);
  }
}
