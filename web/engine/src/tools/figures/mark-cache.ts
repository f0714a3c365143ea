import type { Mark } from '../../overlays/mark.ts';
import type { Figure } from './figure.ts';

interface Entry {
  readonly activePointId: number | null;
  readonly marks: readonly Mark[];
}

/** Marks of figures that did not change, kept while they look the same. */
export class MarkCache {
  private entries = new WeakMap<Figure, Entry>();

  /** The active point counts only for the figure that has it. */
  get(figure: Figure, activePointId: number | null, make: () => readonly Mark[]): readonly Mark[] {
    const own = figure.points.some((point) => point.id === activePointId) ? activePointId : null;
    const known = this.entries.get(figure);
    if (known && known.activePointId === own) return known.marks;
    const marks = make();
    this.entries.set(figure, { activePointId: own, marks });
    return marks;
  }

  clear(): void {
    this.entries = new WeakMap();
  }
}
