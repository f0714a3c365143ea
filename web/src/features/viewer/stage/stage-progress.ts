import { useSnapshot } from 'valtio';
import type { TileProgress } from '@overlook/engine';
import { stageChoices } from '../../../state/stage.ts';
import { combinedProgress } from '@overlook/embed/controls/progress-text';
import { openStages, screens } from '../../../state/screens.ts';
import { useVisibleScreens } from './screens/use-visible-screens.ts';

/** How far all screens are that can be seen: one that is still loading keeps the view from being settled. */
export function useStageProgress(): TileProgress {
  const count = useVisibleScreens();
  const { maximised } = useSnapshot(stageChoices);
  const all = useSnapshot(screens).slice(0, count);
  const seen = maximised === null ? all : all.slice(maximised, maximised + 1);
  return combinedProgress(seen.map(({ progress }) => progress));
}

/** Requests every tile again that could not be loaded, on all screens. */
export function retryFailed(): void {
  for (const { stage } of openStages()) stage.retryFailed();
}
