import { useDeferredValue, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio';
import { setOpening } from '../../../state/stage.ts';
import { useScreen } from './screen-context.ts';
import { screens } from '../../../state/screens.ts';
import { siteToStage } from '@overlook/embed/site/site-to-stage';
import { useShownSite } from './use-stage-site.ts';

/** Whether this screen waits for the first sight of its model: until a picture that covers the view has been drawn. */
export function useIsOpening(): boolean {
  const { status, progress, isArriving } = useScreen();
  const shown = useShownSite();
  if (status === 'noWebgl' || status === 'failed') return false;
  // Nothing will be loaded; the screen shows that instead.
  if (shown && (shown.layer === null || !siteToStage(shown.site, shown.models))) return false;
  return !isArriving && !progress?.isOpen;
}

/** Whether the layer that this screen opens with cannot be loaded. */
export function useHasOpeningFailed(): boolean {
  const { progress } = useScreen();
  return progress !== null && progress.failed > 0 && progress.loaded === 0;
}

/**
 * Reports to the rest of the page whether the first picture of the model is awaited: a further screen that opens is not
 * the first.
 */
export function useFirstPicture(): void {
  const isActiveOpening = useIsOpening();
  const isSeen = useSnapshot(screens).some(({ progress }) => progress?.isOpen);
  // The rest of the page changes after the screen.
  const isAwaited = useDeferredValue(isActiveOpening && !isSeen);
  useLayoutEffect(() => {
    setOpening(isAwaited);
    return () => setOpening(false);
  }, [isAwaited]);
}
