import { subscribe } from 'valtio';
import { activeScreen, screens } from '../../../state/screens.ts';

/** Ends the wait of the call before. */
let cancelWait = (): void => {};

/**
 * Acts once the active screen has the model of a site, immediately where it already has it. A second call replaces the
 * first, so that of two consecutive choices only the last acts.
 */
export function whenAtSite(siteId: number, act: () => void): void {
  cancelWait();
  const isThere = () => activeScreen().stage !== null && activeScreen().siteId === siteId;
  if (isThere()) {
    act();
    return;
  }
  const unsubscribe = subscribe(screens, () => {
    if (!isThere()) return;
    unsubscribe();
    act();
  });
  cancelWait = unsubscribe;
}
