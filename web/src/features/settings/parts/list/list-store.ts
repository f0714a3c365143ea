import { proxy } from 'valtio';

/** The query of a list of the server. `page` counts from 1. */
export interface ListQuery<Sort extends string> {
  search: string;
  sort: Sort;
  direction: 'asc' | 'desc';
  page: number;
}

export interface ListStore<Query> {
  /** Read with `useSnapshot`. */
  readonly query: Query;
  change: (changed: Partial<Query>) => void;
  reset: () => void;
}

/** Keeps the query of a list while an editor is open. Any change except of the page returns to the first page. */
export function listStore<Query extends ListQuery<string>>(start: Query): ListStore<Query> {
  const query = proxy<Query>({ ...start });
  const change = (changed: Partial<Query>) => void Object.assign(query, { page: 1 }, changed);
  return { query, change, reset: () => change(start) };
}
