import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { MocSummary } from '../../../api/moc-list.ts';
import { useCommand } from '../../../state/commands.ts';
import { listMocs, mocs as mocsStore } from '../../../state/mocs.ts';
import { foundMocs, type MocFilter, NO_FILTER } from './found-mocs.ts';

/** What narrows the list of changes, which does not keep back one that is to be shown. */
export function useMocFilter(mocs: readonly MocSummary[]): [filter: MocFilter, setFilter: (filter: MocFilter) => void] {
  const [own, setOwn] = useState(NO_FILTER);
  const { listedIds } = useSnapshot(mocsStore);
  // A group of pins of another site narrows nothing here.
  const isGroupHere = listedIds !== null && mocs.some(({ id }) => listedIds.includes(id));
  const filter = { ...own, among: isGroupHere ? listedIds : null };
  const setFilter = (next: MocFilter) => {
    setOwn({ ...next, among: null });
    listMocs(next.among);
  };
  useCommand('revealMoc', (mocId) => {
    if (!foundMocs(mocs, filter).some(({ id }) => id === mocId)) setFilter(NO_FILTER);
  });
  return [filter, setFilter];
}
