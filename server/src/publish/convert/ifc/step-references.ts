import { scanStep } from './step-scan.ts';

const PAGE_BITS = 16;
const PAGE_BYTES = 2 ** PAGE_BITS / 8;

/** A set of line numbers in pages of bits: a few megabytes for millions of them, however far apart. */
class LineSet {
  readonly #pages = new Map<number, Uint8Array>();

  add(id: number): void {
    const key = Math.floor(id / 2 ** PAGE_BITS);
    let page = this.#pages.get(key);
    if (!page) this.#pages.set(key, (page = new Uint8Array(PAGE_BYTES)));
    page[(id % 2 ** PAGE_BITS) >> 3]! |= 1 << (id & 7);
  }

  has(id: number): boolean {
    const page = this.#pages.get(Math.floor(id / 2 ** PAGE_BITS));
    return page !== undefined && (page[(id % 2 ** PAGE_BITS) >> 3]! & (1 << (id & 7))) !== 0;
  }

  hasAllOf(others: LineSet): boolean {
    for (const [key, page] of others.#pages) {
      const own = this.#pages.get(key);
      if (page.some((bits, i) => (bits & ~(own?.[i] ?? 0)) !== 0)) return false;
    }
    return true;
  }
}

/** Facts about a STEP file (ISO 10303-21) that are needed before web-ifc reads it. */
export interface StepFacts {
  /** Numbers of the lines that refer to a missing line. */
  readonly brokenLines: ReadonlySet<number>;
  /** Bytes of the file, ascending, where `*` is used for `$` or the other way round. */
  readonly misplaced: readonly number[];
}

/** Reads a STEP file as a stream, once where all referenced lines exist, and twice otherwise. */
export function readStepFacts(fd: number): StepFacts {
  const defined = new LineSet();
  const referenced = new LineSet();
  const misplaced: number[] = [];
  scanStep(fd, {
    line: (id) => defined.add(id),
    reference: (_, to) => referenced.add(to),
    unset: (offset, isMisplaced) => isMisplaced && misplaced.push(offset),
  });
  const brokenLines = new Set<number>();
  if (!defined.hasAllOf(referenced))
    scanStep(fd, {
      line: () => {},
      reference: (line, to) => defined.has(to) || brokenLines.add(line),
    });
  return { brokenLines, misplaced };
}
