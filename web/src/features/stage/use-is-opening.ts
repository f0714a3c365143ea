import { useLayoutEffect } from 'react';
import { firstSight } from '../../state/stage.ts';
import { useScreen } from './screen-context.ts';
import { siteToStage } from './site-to-stage.ts';
import { useShownSite } from './use-stage-site.ts';

/** Whether this screen waits for the first sight of its model: until a picture that covers the view has been drawn. */
export function useIsOpening(): boolean {
  const { status, progress, isArriving } = useScreen();
  const shown = useShownSite();
  if (status === 'noWebgl' || status === 'failed') return false;
  // Nothing will come; the screen says so instead.
  if (shown && (shown.layer === null || !siteToStage(shown.site, shown.models))) return false;
  return !isArriving && !progress?.isOpen;
}

/** Tells the rest of the page whether the active screen is opening. */
export function useFirstSight(): void {
  const isOpening = useIsOpening();
  useLayoutEffect(() => {
    firstSight.isAwaited = isOpening;
    return () => {
      firstSight.isAwaited = false;
    };
  }, [isOpening]);
}
