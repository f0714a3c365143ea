import { useSnapshot } from 'valtio';
import { dayOf } from '@overlook/embed/links/moment';
import { capturesOf, type Moments, momentsAt, type SiteCaptures, useMoments } from '../../../state/moments.ts';
import { stageChoices } from '../../../state/stage.ts';

/** The day that a screen shows, where the site has a newer one or its captures are not known yet; else null, and for drafts. */
function pastDayOn(
  screen: number,
  { screens }: Pick<Moments, 'screens'>,
  captures: SiteCaptures | null,
): string | null {
  const day = dayOf(screens[screen] ?? null);
  const isPast = day !== null && (!captures || (captures.newestDay !== null && day < captures.newestDay));
  return isPast ? day : null;
}

/** The day of the past that the active screen shows; null for the present. */
export const pastDayAt = (siteId: number): string | null =>
  pastDayOn(stageChoices.active, momentsAt(siteId), capturesOf(siteId));

/** The same, live. */
export function usePastDay(siteId: number): string | null {
  const { captures, ...moments } = useMoments(siteId);
  return pastDayOn(useSnapshot(stageChoices).active, moments, captures);
}
