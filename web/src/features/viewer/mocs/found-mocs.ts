import { MOC_STATES, type MocState } from '@overlook/shared/config';
import { hasEveryWord } from '@overlook/shared/format';
import type { Moc, MocArea } from '@overlook/shared/schemas';

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

/** The changes that fit, the newest first. The search looks in name and document number. */
export function foundMocs(mocs: readonly Moc[], { search, states, among }: MocFilter): Moc[] {
  const listed = among && new Set(among);
  return mocs
    .filter(({ id }) => !listed || listed.has(id))
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .filter(({ name, documentNumber }) => hasEveryWord(`${name} ${documentNumber}`, search))
    .toSorted((a, b) => b.id - a.id);
}

/** How many changes there are in each state. */
export function stateCounts(mocs: readonly Moc[]): Record<MocState, number> {
  const counts = Object.fromEntries(MOC_STATES.map((state) => [state, 0])) as Record<MocState, number>;
  for (const { state } of mocs) counts[state]++;
  return counts;
}

/** The areas of a change that are not archived, in the order in which they were drawn. */
export const areasOf = ({ polygons }: Pick<Moc, 'polygons'>): MocArea[] =>
  Object.values(polygons)
    .filter(({ archived }) => !archived)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
