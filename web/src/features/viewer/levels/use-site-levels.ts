import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LEVELS_MESSAGES } from '@overlook/shared/messages';
import type { Site } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { inOrder, type Level, levelsOfSite, storedLevels } from './level-choices.ts';

/** The levels of a site, the lowest first, and how its named ones are saved. */
export function useSiteLevels({ id: siteId, data }: Site) {
  const groundM = data.meta.origin?.height ?? 0;
  const named = data.levels;
  const list = useMemo(() => inOrder(levelsOfSite(named ?? [], groundM)), [named, groundM]);
  const meta = { failureText: LEVELS_MESSAGES['levels.saveFailed'] } as const;
  const { mutate, isPending } = useMutation(
    procedures.managedSites.update.mutationOptions({
      meta,
      onSuccess: () => queryClient.invalidateQueries(procedures.sites.pathFilter()),
    }),
  );
  const save = (levels: readonly Omit<Level, 'source'>[]) => mutate({ siteId, levels: storedLevels(levels, groundM) });
  return { list, save, isSaving: isPending };
}

export type SiteLevels = ReturnType<typeof useSiteLevels>;
