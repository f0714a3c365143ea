import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Vec3, ecefFromLla } from '@overlook/shared/maths';
import { useCatalogue } from '../../../api/catalogue.ts';
import { procedures } from '../../../api/queries.ts';

export interface NamedPin {
  siteId: number;
  name: string;
  pointEcef: Vec3;
  /** Whether there is anything to open there. */
  hasModel: boolean;
}

/** The pins of the sites that the user may see, by name; empty until the lists have loaded. */
export function useSitePins(): readonly NamedPin[] {
  const { data: answer } = useQuery(
    procedures.sites.pins.queryOptions(undefined, { meta: { failureText: TOOLS_MESSAGES['pins.fetchFailed'] } }),
  );
  const { data: catalogue } = useCatalogue();
  return useMemo(() => {
    const names = new Map(catalogue?.sites.map((site) => [site.id, site.name]));
    return (answer?.pins ?? []).flatMap(({ site_id: siteId, longitude, latitude, has_model: hasModel }) => {
      const name = names.get(siteId);
      // At distances where pins are shown, the height of the ground is less than a pixel.
      return name === undefined
        ? []
        : [{ siteId, name, hasModel, pointEcef: ecefFromLla({ longitude, latitude, height: 0 }) }];
    });
  }, [answer, catalogue]);
}
