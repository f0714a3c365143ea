import { IFCRELVOIDSELEMENT } from 'web-ifc';
import { type IfcFile, type IfcAttribute, referencesOf } from './ifc-file.ts';
import { pairsOf } from './ifc-relations.ts';
import { PairIndex } from './pair-index.ts';

/** Positions in IfcProduct: ObjectPlacement and Representation. */
const SHAPE_ATTRIBUTES = [5, 6] as const;
/** Positions in IfcRelVoidsElement. */
const ELEMENT = 4;
const OPENING = 5;

/**
 * Finds whether the shape of a product, or of an opening in it, refers, directly or indirectly, to a missing line:
 * web-ifc may never return from such a shape. Files without such lines are not searched.
 */
export function brokenShapes(file: IfcFile): (productId: number) => boolean {
  const { brokenLines } = file;
  if (brokenLines.size === 0) return () => false;
  const openings = new PairIndex(pairsOf(file, IFCRELVOIDSELEMENT, ELEMENT, OPENING));
  const isWhole = new Set<number>();
  const rawLine = (id: number) => file.api.GetRawLineData(file.model, id)?.arguments as IfcAttribute[] | undefined;

  function leadsNowhere(from: readonly number[]): boolean {
    const seen = new Set<number>();
    const waiting = [...from];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (isWhole.has(id) || seen.has(id)) continue;
      if (brokenLines.has(id)) return true;
      seen.add(id);
      for (const to of referencesOf(rawLine(id) ?? [])) waiting.push(to);
    }
    for (const id of seen) isWhole.add(id);
    return false;
  }

  return (productId) =>
    [productId, ...openings.of(productId)].some((id) => {
      const attributes = rawLine(id);
      return leadsNowhere(SHAPE_ATTRIBUTES.flatMap((position) => referencesOf(attributes?.[position])));
    });
}
