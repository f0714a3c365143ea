/**
 * Remembers which layers by others are starting. The code of a layer runs in the page: an endless loop in it stops the page, and
 * would stop it again after each reload, before the layer can be switched off. A page that ends in order forgets its starts; the
 * starts of a page that could not are those of layers that stay off.
 */
const KEY = 'overlook.layers-starting';
/** A living page confirms its starts at this interval. */
const CONFIRM_EVERY_MS = 1000;
/** Starts of another tab that were not confirmed for this long belong to a page that is stopped. */
const DEAD_AFTER_MS = 5000;

/** Milliseconds since 1970 of the last confirmation, by the id of the layer. */
type Starts = Readonly<Record<string, number>>;

export class LayerStarts {
  private readonly own = new Set<string>();
  private timer: ReturnType<typeof setInterval> | undefined;

  /** `tab`: storage of this tab, which a reload keeps; `browser`: that of all tabs. */
  constructor(
    private readonly tab: Storage,
    private readonly browser: Storage,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** Returns the layers that were starting when their page stopped, and forgets them. */
  takeDied(): readonly string[] {
    const others = Object.entries(read(this.browser)).filter(([, atMs]) => this.nowMs() - atMs > DEAD_AFTER_MS);
    const died = new Set([...Object.keys(read(this.tab)), ...others.map(([id]) => id)]);
    for (const id of this.own) died.delete(id);
    for (const storage of [this.tab, this.browser]) write(storage, without(read(storage), died));
    return [...died];
  }

  begin(id: string): void {
    if (this.own.has(id)) return;
    this.own.add(id);
    this.confirm();
    this.timer ??= setInterval(() => this.confirm(), CONFIRM_EVERY_MS);
  }

  /** The layer has drawn, failed or was switched off. */
  end(id: string): void {
    if (!this.own.delete(id)) return;
    for (const storage of [this.tab, this.browser]) write(storage, without(read(storage), new Set([id])));
    if (this.own.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  endAll(): void {
    for (const id of this.own) this.end(id);
  }

  private confirm(): void {
    const now = Object.fromEntries([...this.own].map((id) => [id, this.nowMs()]));
    for (const storage of [this.tab, this.browser]) write(storage, { ...read(storage), ...now });
  }
}

/** The starts of this page. They are no setting: another tab and a reload must know them at once. */
export const layerStarts = (): LayerStarts => new LayerStarts(sessionStorage, localStorage);

const without = (starts: Starts, ids: ReadonlySet<string>): Starts =>
  Object.fromEntries(Object.entries(starts).filter(([id]) => !ids.has(id)));

function read(storage: Storage): Starts {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    const entries = Object.entries(stored as object).filter(([, atMs]) => typeof atMs === 'number');
    return Object.fromEntries(entries) as Starts;
  } catch {
    return {};
  }
}

function write(storage: Storage, starts: Starts): void {
  try {
    if (Object.keys(starts).length > 0) storage.setItem(KEY, JSON.stringify(starts));
    else storage.removeItem(KEY);
  } catch (error) {
    console.warn('Starts of layers cannot be kept in this browser.', error);
  }
}
