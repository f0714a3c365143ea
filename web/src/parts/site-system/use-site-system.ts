import { useQuery } from '@tanstack/react-query';
import type { EpsgText } from '@overlook/shared/config';
import { useKnownSite } from '../../api/catalogue.ts';
import { useSelectedSiteId } from '../../state/selected-site.ts';

/** The coordinate system of the site that is shown: its code, and the system once it can compute; null where it has none. */
export function useSiteSystem() {
  const code: EpsgText | null = useKnownSite(useSelectedSiteId())?.data.coordinateSystem ?? null;
  const { data: opened = null } = useQuery({
    queryKey: ['siteSystem', code],
    queryFn: async () => {
      const { openSystem, systemTexts } = await import('@overlook/embed/site/open-system');
      const system = await openSystem(code!);
      return system && { ...system, textsOf: systemTexts.bind(null, system) };
    },
    enabled: code !== null,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return { code, system: opened };
}

export type SiteSystem = NonNullable<ReturnType<typeof useSiteSystem>['system']>;
