import { useQuery } from '@tanstack/react-query';
import type { Moc } from '@overlook/shared/schemas';
import { api } from './client.ts';
import { queryClient } from './queries.ts';

interface SiteMoc {
  siteId: number;
  id: number;
}

/** The procedures of changes (MOC). */
interface MocCalls {
  all: { query: (input: { siteId: number }) => Promise<{ mocs: Moc[] }> };
  archive: { mutate: (input: SiteMoc) => Promise<unknown> };
  restore: { mutate: (input: SiteMoc) => Promise<unknown> };
}

const calls = (api as unknown as { mocs: MocCalls }).mocs;

const mocsKey = (siteId: number) => ['mocs', 'all', siteId] as const;

/** The changes (MOC) of a site that are not archived; nothing is asked for while `siteId` is null. */
export const useMocs = (siteId: number | null) =>
  useQuery({
    queryKey: mocsKey(siteId ?? 0),
    queryFn: () => calls.all.query({ siteId: siteId! }),
    select: ({ mocs }) => mocs,
    enabled: siteId !== null,
    meta: { failureKey: 'mocs.fetchFailed' },
  });

/** Reads the changes of a site again. */
export const refreshMocs = (siteId: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: mocsKey(siteId) });

/** Archives a change, or takes it back from there. Throws what the call threw. */
export async function setMocArchived(moc: SiteMoc, isArchived: boolean): Promise<void> {
  await (isArchived ? calls.archive : calls.restore).mutate({ siteId: moc.siteId, id: moc.id });
  await refreshMocs(moc.siteId);
}
