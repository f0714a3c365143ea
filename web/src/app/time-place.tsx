import { formatMessage, STAGE_MESSAGES } from '@overlook/shared/messages';
import { useSnapshot } from 'valtio';
import type { SwipeDirection, SwipeSide } from '@overlook/engine';
import { useVisibleScreens } from '../features/viewer/stage/screens/use-visible-screens.ts';
import { SIDE_NAMES, useSwipe, useSwipeBar } from '../features/viewer/stage/swipe/use-swipe.ts';
import { useShownSite } from '../features/viewer/stage/use-stage-site.ts';
import type { TimeFlag } from '../features/viewer/time/flags.ts';
import { TimeBar } from '../features/viewer/time/time-bar.tsx';
import { TimeSheet } from '../features/viewer/time/time-sheet.tsx';
import { useMoments } from '../state/moments.ts';
import { preferences } from '../state/preferences.ts';
import { stageChoices } from '../state/stage.ts';

/** The captures in time; the switch in the bar at the top shows and hides them. */
export function TimePlace({ isPhone }: { isPhone: boolean }) {
  const site = useShownSite()?.site ?? null;
  const flags = useFlags(site?.id ?? null);
  const swipeBar = useSwipeBar();
  const { active } = useSnapshot(stageChoices);
  if (!site) return null;
  return isPhone ? (
    <TimeSheet siteId={site.id} flags={flags} swipeBar={swipeBar} />
  ) : (
    <TimeBar key={site.id} siteId={site.id} flags={flags} active={active} />
  );
}

/** One for each side of a swipe or for each screen; screens that show one moment together have one. */
function useFlags(siteId: number | null): TimeFlag[] {
  const { screens, second } = useMoments(siteId);
  const { layers, active } = useSnapshot(stageChoices);
  const swipe = useSwipe();
  const count = useVisibleScreens();
  const { isSyncOn } = useSnapshot(preferences);
  const flagOf = (place: number, mark: string | null, name: string | null): TimeFlag => ({
    place,
    name,
    mark,
    moment: screens[place] ?? null,
    layer: layers[place] ?? null,
  });
  if (swipe) {
    const { direction, secondLayer } = swipe;
    return [
      flagOf(active, markOf(direction, 'first'), SIDE_NAMES[direction].first),
      {
        place: 'second',
        name: SIDE_NAMES[direction].second,
        mark: markOf(direction, 'second'),
        moment: second,
        layer: secondLayer,
      },
    ];
  }
  const isTogether = isSyncOn && new Set(screens.slice(0, count)).size === 1;
  if (count === 1 || isTogether) return [flagOf(count === 1 ? 0 : active, null, null)];
  return Array.from({ length: count }, (_, place) =>
    flagOf(place, String(place + 1), formatMessage(STAGE_MESSAGES['stage.screen'], { number: place + 1 })),
  );
}

/** "L" and "R", or "T" and "B". */
const markOf = (direction: SwipeDirection, side: SwipeSide): string => SIDE_NAMES[direction][side][0]!.toUpperCase();
