import type { Stage } from '@overlook/engine';
import { watchStages } from '../../state/watch-stages.ts';
import { offer, shownStages, withdraw } from './page-globals.ts';
import type { ScreenTesting } from './window.ts';

/**
 * Gives the page `window.overlook` and `window.overlookTesting`; returns what takes them away. The code of the first is
 * loaded with the first stage.
 */
export function exposeOverlook(): () => void {
  let isOver = false;
  let isLoading = false;
  let close: (() => void) | null = null;
  const load = async () => {
    isLoading = true;
    const { openProductApi } = await import('./product-api.ts');
    if (!isOver) close = openProductApi();
  };
  const unwatch = watchStages(() => {
    if (!isLoading) load().catch((error: unknown) => console.warn('window.overlook could not be loaded.', error));
    return () => undefined;
  });
  offer('overlookTesting', () => ({ screens: shownStages().map(testingOf) }));
  return () => {
    isOver = true;
    unwatch();
    close?.();
    withdraw('overlookTesting');
  };
}

const testingOf = (stage: Stage): ScreenTesting => ({
  stats: () => stage.stats(),
  setScreenSpaceError: (px) => stage.update({ screenSpaceErrorPx: px }),
});
