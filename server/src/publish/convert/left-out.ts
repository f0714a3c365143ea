import { listed } from '../../errors/listed.ts';

/** Why a shape is omitted; the text follows "shape" and "shapes" in a sentence. */
export const LEFT_OUT = {
  pointsOrLines: 'of points or lines',
  beyondVertices: 'with an index beyond the vertices',
  noTriangle: 'without a triangle',
  noPositions: 'without positions',
  noNumbers: 'with coordinates that are no numbers',
} as const;

export type LeftOutReason = (typeof LEFT_OUT)[keyof typeof LEFT_OUT];

/** Counts shapes that are omitted from a model, with the names of the objects that lack them. */
export class LeftOut {
  readonly #names = new Map<LeftOutReason, string[]>();

  add(reason: LeftOutReason, object: string): void {
    const names = this.#names.get(reason);
    if (names) names.push(object);
    else this.#names.set(reason, [object]);
  }

  /** A sentence a reason. */
  get warnings(): string[] {
    return [...this.#names].map(([reason, names]) =>
      names.length === 1
        ? `One shape ${reason} is left out: ${listed(names)}.`
        : `${names.length} shapes ${reason} are left out: ${listed(names)}.`,
    );
  }
}
