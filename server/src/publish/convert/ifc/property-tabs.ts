import type { CadItemDetails, CadValue } from '../cad-model.ts';
import type { NamedValue } from './ifc-values.ts';

/**
 * Collects properties by tab without losing a value: a value that would replace a different one goes to a separate
 * tab or property, "Pset_WallCommon (2)".
 */
export class PropertyTabs {
  readonly #tabs = new Map<string, Map<string, CadValue>>();

  /** Adds a set under its name, to the tab of that name as long as both agree. */
  add(tab: string, rows: readonly NamedValue[]): void {
    if (rows.length === 0) return;
    const own = new Map<string, CadValue>();
    for (const { name, value } of rows) {
      if (own.get(name) !== value)
        own.set(
          firstFree(name, (taken) => own.has(taken)),
          value,
        );
    }
    const name = firstFree(tab, (taken) => contradicts(this.#tabs.get(taken), own));
    this.#tabs.set(name, new Map([...(this.#tabs.get(name) ?? []), ...own]));
  }

  /** Adds values only where there are none yet; used for the values of an object's type, after its own sets. */
  addBelow(tab: string, rows: readonly NamedValue[]): void {
    const there = this.#tabs.get(tab);
    this.add(tab, there ? rows.filter(({ name }) => !there.has(name)) : rows);
  }

  get properties(): CadItemDetails['properties'] {
    return Object.fromEntries([...this.#tabs].map(([tab, rows]) => [tab, Object.fromEntries(rows)]));
  }
}

function firstFree(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let nth = 2; isTaken(free); nth++) free = `${name} (${nth})`;
  return free;
}

const contradicts = (there: Map<string, CadValue> | undefined, more: Map<string, CadValue>): boolean =>
  there !== undefined && [...more].some(([name, value]) => there.has(name) && there.get(name) !== value);
