import { hasEveryWord } from '@overlook/shared/format';
import type { SiteMeasurement } from '@overlook/shared/schemas';
import type { Sorting } from '../../../../ui/table/data-table.tsx';
import { kindText } from './saved-words.ts';

export type Whose = 'all' | 'own' | 'shared';
export interface SavedQuery extends Sorting {
  readonly search: string;
  readonly whose: Whose;
}

export const SAVED_AT_FIRST: SavedQuery = { search: '', whose: 'all', sort: 'date', direction: 'desc' };

const keyOf = (one: SiteMeasurement, sort: string): string | number => {
  if (sort === 'value') return one.value;
  if (sort === 'error') return one.error ?? Infinity;
  if (sort === 'kind') return kindText(one);
  if (sort === 'by') return one.by;
  if (sort === 'date') return one.createdAt;
  return one.folder === '' ? one.name : `${one.folder}/${one.name}`;
};

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });

/** The measurements that fit, in the asked order. */
export function listedMeasurements(all: readonly SiteMeasurement[], query: SavedQuery): SiteMeasurement[] {
  const { search, whose, sort, direction } = query;
  const fitting = all.filter(
    ({ name, folder, by, isOwn, isShared }) =>
      (whose === 'all' || (whose === 'own' ? isOwn : isShared)) && hasEveryWord(`${folder} ${name} ${by}`, search),
  );
  const sign = direction === 'desc' ? -1 : 1;
  return fitting.toSorted((a, b) => sign * compare(keyOf(a, sort), keyOf(b, sort)));
}

/** Folders that exist, for the suggestions of a field. */
export const foldersOf = (all: readonly SiteMeasurement[]): string[] =>
  [...new Set(all.map(({ folder }) => folder).filter((folder) => folder !== ''))].toSorted();
