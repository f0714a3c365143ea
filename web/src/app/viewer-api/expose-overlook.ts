import type { Stage } from '../../engine/index.ts';
import { openStages } from '../../features/viewer/stage/screen-store.ts';
import { watchStages } from '../../features/viewer/stage/watch-stages.ts';
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

/** Stages that show a layer, screen 1 first. */
export const shownStages = (): Stage[] =>
  openStages().flatMap(({ stage }) => (stage.state().layerId === null ? [] : [stage]));

type Offered = 'overlook' | 'overlookTesting';

/** Defines a global of the page whose value is computed at each access. */
export const offer = <K extends Offered>(name: K, get: () => Window[K]): void =>
  void Object.defineProperty(window, name, { configurable: true, get });

export const withdraw = (name: Offered): void => void Reflect.deleteProperty(window, name);

const testingOf = (stage: Stage): ScreenTesting => ({
  stats: () => stage.stats(),
  setScreenSpaceError: (px) => stage.update({ screenSpaceErrorPx: px }),
});
