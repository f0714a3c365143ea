import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { HeightRange } from '@overlook/engine';
import { enuFrame, type Lla } from '@overlook/shared/maths';
import type { Model, Site } from '@overlook/shared/schemas';
import type { StagePartProps } from '../../../parts/feature.ts';
import { command, useCommand } from '../../../state/commands.ts';
import { levels, setLowerLevel, setShownBelow, setSlice } from '../../../state/levels.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { LevelBar } from './level-bar.tsx';
import { lowerLevel, nextLevel } from './level-choices.ts';
import { pickLevel } from './pick-level.ts';
import { useSiteLevels } from './use-site-levels.ts';

/** The bar of the plan, while its site has a ground point. */
export function LevelControls({ shown }: StagePartProps) {
  const origin = shown?.site.data.meta.origin;
  return shown && origin ? (
    <SiteLevelControls key={shown.site.id} site={shown.site} models={shown.models} origin={origin} />
  ) : null;
}

interface SiteLevelControlsProps {
  site: Site;
  models: readonly Model[];
  origin: Lla;
}

function SiteLevelControls({ site, models, origin }: SiteLevelControlsProps) {
  const { slice, below, isPicking } = useSnapshot(levels);
  const { isPlanGridShown } = useSnapshot(preferences);
  const mayName = useAllowed('SITES:MANAGE');
  const siteLevels = useSiteLevels(site, models, origin);
  const { list } = siteLevels;
  const lower = useMemo(() => lowerLevel(list, slice), [list, slice]);
  useEffect(() => setLowerLevel(lower), [lower]);
  const step = (by: 1 | -1) => {
    const next = nextLevel(list, levels.slice, by);
    if (next) setSlice(next);
  };
  useCommand('stepLevel', step);
  const picking = usePicking(origin);
  return (
    <LevelBar
      slice={slice}
      siteLevels={siteLevels}
      below={below}
      mayName={mayName}
      isPicking={isPicking}
      isGridShown={isPlanGridShown}
      onSlice={setSlice}
      onStep={step}
      onBelow={setShownBelow}
      onPick={() => picking(setSlice)}
      onGrid={() => setPreference('isPlanGridShown', !isPlanGridShown)}
      onClose={() => command('togglePlan')}
    />
  );
}

/** Begins picking a floor and a ceiling, or ends it where it has begun; the plan that is left ends it too. */
function usePicking(origin: Lla) {
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  return (onRange: (range: HeightRange) => void) => {
    const wasPicking = levels.isPicking;
    end.current?.();
    end.current = wasPicking ? null : pickLevel(enuFrame(origin), onRange);
  };
}
