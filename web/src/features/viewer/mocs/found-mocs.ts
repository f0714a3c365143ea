import { MOC_STATES, type MocState } from '@overlook/shared/config';
import { hasEveryWord } from '@overlook/shared/format';
import type { MocSummary } from '../../../api/moc-list.ts';

export interface MocFilter {
  readonly search: string;
  /** States that are listed; none of them means all. */
  readonly states: readonly MocState[];
  /** Ids of the changes that are listed alone; null for all. */
  readonly among: readonly number[] | null;
}

export const NO_FILTER: MocFilter = Object.freeze({ search: '', states: [], among: null });

export const isFiltering = ({ search, states, among }: MocFilter): boolean =>
  search.trim() !== '' || states.length > 0 || among !== null;

/** The changes that fit and the one of `keptId`, the newest first. The search looks in name and document number. */
export function foundMocs(
  mocs: readonly MocSummary[],
  { search, states, among }: MocFilter,
  keptId: number | null = null,
): MocSummary[] {
  const listed = among && new Set(among);
  const fits = ({ id, state, name, documentNumber }: MocSummary): boolean =>
    (!listed || listed.has(id)) &&
    (states.length === 0 || states.includes(state)) &&
    hasEveryWord(`${name} ${documentNumber}`, search);
  return mocs.filter((moc) => moc.id === keptId || fits(moc)).toSorted((a, b) => b.id - a.id);
}

/** How many changes there are in each state. */
export function stateCounts(mocs: readonly MocSummary[]): Record<MocState, number> {
  const counts = Object.fromEntries(MOC_STATES.map((state) => [state, 0])) as Record<MocState, number>;
  for (const { state } of mocs) counts[state]++;
  return counts;
}
