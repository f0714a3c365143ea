import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { LOOK_AT } from '@overlook/shared/config';
import { ecefFromLla } from '@overlook/shared/maths';
import { bestPlan } from '@overlook/embed/site/best-plan';
import type { Stage } from '@overlook/engine';
import { useInstanceInfo } from '../api/catalogue.ts';
import { Minimap } from '../features/viewer/minimap/minimap.tsx';
import { useMocsOnMap } from '../features/viewer/mocs/use-moc-marks.ts';
import type { StagePartProps } from '../parts/feature.ts';
import { command } from '../state/commands.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { section } from '../state/section.ts';

/** Width of a screen from which the bar of the section and the minimap fit side by side, as in the style sheet. */
const BAR_AND_MINIMAP_FROM_PX = 1300;
/** Metres above the ground from which a place of the minimap is looked at. */
const MAP_VISIT_DISTANCE = 8 * LOOK_AT.distance;

/** The minimap with the changes of the site, where the site and the bar of the section leave it room. */
export function StageMinimap({ stage, shown, isOpening, isSwiping }: StagePartProps) {
  const hasSettled = useHasSettled(stage);
  const { isOpen, isInPanel } = useSnapshot(section);
  const isCrowded = ((isOpen && !isInPanel) || isSwiping) && stage.size().width < BAR_AND_MINIMAP_FROM_PX;
  if (isOpening) return null;
  return (
    <SiteMinimap key={String(isCrowded)} stage={stage} shown={shown} isCrowded={isCrowded} isMapWanted={hasSettled} />
  );
}

/** Whether the model has been complete once: other parts are loaded only after that. */
function useHasSettled(stage: Stage): boolean {
  const [hasSettled, setHasSettled] = useState(() => stage.progress().settled);
  useEffect(() => stage.on('progress', ({ settled }) => settled && setHasSettled(true)), [stage]);
  return hasSettled;
}

interface SiteMinimapProps extends Pick<StagePartProps, 'stage' | 'shown'> {
  /** Another part needs its room, so the minimap starts hidden; the user can show it. */
  isCrowded: boolean;
  isMapWanted: boolean;
}

function SiteMinimap({ stage, shown, isCrowded, isMapWanted }: SiteMinimapProps) {
  const { isMinimapHidden, isMinimapLarge, imagery, units } = useSnapshot(preferences);
  const [isPutAway, setPutAway] = useState(isCrowded);
  const instance = useInstanceInfo();
  const origin = shown?.site.data.meta.origin ?? null;
  const minimapMaxNativeZoom = shown?.site.data.minimapMaxNativeZoom ?? null;
  const models = shown?.models ?? null;
  const pins = useMocsOnMap(shown?.site.id ?? null);
  const site = useMemo(
    () => origin && { origin, minimapMaxNativeZoom, plan: models && bestPlan(models) },
    [origin, minimapMaxNativeZoom, models],
  );
  return (
    <Minimap
      stage={stage}
      isMapWanted={isMapWanted}
      site={site}
      units={units}
      pins={pins}
      basemapStyleUrl={imagery === 'configured' ? (instance?.basemapStyleUrl ?? null) : null}
      isHidden={isMinimapHidden || isPutAway}
      onHiddenChange={(isHidden) => {
        setPutAway(false);
        setPreference('isMinimapHidden', isHidden);
      }}
      isLarge={isMinimapLarge}
      onLargeChange={(isLarge) => setPreference('isMinimapLarge', isLarge)}
      onGo={({ longitude, latitude }) =>
        command('flyTo', {
          pointEcef: ecefFromLla({ longitude, latitude, height: origin?.height ?? 0 }),
          distanceMetres: MAP_VISIT_DISTANCE,
        })
      }
    />
  );
}
