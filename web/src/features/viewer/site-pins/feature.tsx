import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { leave } from '../../../state/leaving.ts';
import { selectSite } from '../../../state/selected-site.ts';
import { SitePins } from './site-pins.tsx';
import { useSitePins } from './use-site-pins.ts';

/** Without a second entry in the history when they are open. */
const chooseSite = (siteId: number) => leave(() => selectSite(siteId));

function Pins({ stage, shown }: StagePartProps) {
  const pins = useSitePins();
  const selectedSiteId = shown?.site.id ?? null;
  return (
    <SitePins stage={stage} project={stage.project} pins={pins} selectedSiteId={selectedSiteId} onSelect={chooseSite} />
  );
}

export const sitePins: Feature = { onStage: [{ place: 'over', Part: Pins }] };
