import { useSnapshot } from 'valtio';
import { VIEWER_COUNT_LIMIT } from '@overlook/shared/config';
import { preferences } from '../../../../state/preferences.ts';
import { type Layout, useLayout } from '../../../../ui/use-layout.ts';

/** Screens for which this layout has room. */
const ROOM: Record<Layout, number> = { phone: 1, tablet: 2, desktop: 3, wide: 3 };

/** Why a number of screens cannot be chosen: the viewer limit, or a window too narrow. */
export type ScreenCountBar = 'limit' | 'narrow' | null;

export function barOf(count: number, layout: Layout, limit = VIEWER_COUNT_LIMIT): ScreenCountBar {
  if (count > limit) return 'limit';
  return count > ROOM[layout] ? 'narrow' : null;
}

/** How many screens the stage has: the chosen number, as far as limit and window allow. */
export function useVisibleScreens(): number {
  const { screenCount } = useSnapshot(preferences);
  const layout = useLayout();
  return Math.min(screenCount, VIEWER_COUNT_LIMIT, ROOM[layout]);
}
