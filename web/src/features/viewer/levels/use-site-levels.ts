import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isProjectLayer } from '@overlook/shared/config';
import { enuFrame, type Lla } from '@overlook/shared/maths';
import { LEVELS_MESSAGES } from '@overlook/shared/messages';
import type { Model, Site } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { inOrder, type Level, levelsOfModel, levelsOfSite, storedLevels } from './level-choices.ts';

/** The levels of a site, the lowest first: its named ones, and the storeys of its Project Layer; and how the named ones are saved. */
export function useSiteLevels({ id: siteId, data }: Site, models: readonly Model[], origin: Lla) {
  const mayView = useAllowed('VIEW:CAD');
  const hasObjects = mayView && models.some(({ modeltypeId }) => isProjectLayer(modeltypeId));
  const storeys = useQuery(procedures.cad.storeys.queryOptions({ siteId }, { enabled: hasObjects }));
  const named = data.levels;
  const ofModel = storeys.data?.storeys;
  const list = useMemo(
    () => inOrder([...levelsOfSite(named ?? [], origin.height), ...levelsOfModel(ofModel ?? [], enuFrame(origin))]),
    [named, ofModel, origin],
  );
  const meta = { failureText: LEVELS_MESSAGES['levels.saveFailed'] } as const;
  const { mutate, isPending } = useMutation(
    procedures.managedSites.update.mutationOptions({
      meta,
      onSuccess: () => queryClient.invalidateQueries(procedures.sites.pathFilter()),
    }),
  );
  const save = (levels: readonly Omit<Level, 'source'>[]) =>
    mutate({ siteId, levels: storedLevels(levels, origin.height) });
  const reading = storeys.isError ? 'failed' : hasObjects && storeys.isPending ? 'loading' : 'done';
  return { list, save, isSaving: isPending, storeys: { reading, retry: () => void storeys.refetch() } } as const;
}

export type SiteLevels = ReturnType<typeof useSiteLevels>;
