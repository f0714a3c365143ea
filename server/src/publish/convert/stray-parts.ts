import { distance } from '@overlook/shared/maths';
import { type Bounds, centreOf, medianOf } from '../bounds.ts';
import { listed } from '../../errors/listed.ts';

/** Metres from the middle of the others beyond which a part may be astray: sites are smaller. */
const FAR_M = 20_000;
/** The largest share of astray parts of a layer: more of them are a layer of that size, such as a pipeline. */
const FEW = 0.02;

interface Boxed {
  readonly item: number;
  readonly box: Bounds;
}

/**
 * The parts without the few that lie so far from the middle of the others that they cannot be on the same site, and a sentence
 * that names these and their distance. With one or two parts nobody can say which of them is astray.
 */
export function withoutStrays<T extends Boxed>(
  parts: readonly T[],
  nameOf: (item: number) => string,
): { kept: readonly T[]; warnings: string[] } {
  if (parts.length < 3) return { kept: parts, warnings: [] };
  const middle = medianOf(parts.map(({ box }) => centreOf(box)));
  const awayM = (part: T): number => distance(centreOf(part.box), middle);
  const strays = parts.filter((part) => awayM(part) > FAR_M);
  if (strays.length === 0 || strays.length > Math.max(1, FEW * parts.length)) return { kept: parts, warnings: [] };
  const out = new Set(strays);
  const names = [...new Set(strays.map(({ item }) => nameOf(item)))];
  const km = Math.round(Math.min(...strays.map(awayM)) / 1000);
  const what = strays.length === 1 ? 'One shape is' : `${strays.length} shapes are`;
  return {
    kept: parts.filter((part) => !out.has(part)),
    warnings: [
      `${what} left out, ${strays.length === 1 ? '' : 'at least '}${km} km from the others: ${listed(names)}.`,
    ],
  };
}
