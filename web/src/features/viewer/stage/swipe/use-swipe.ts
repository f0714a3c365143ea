import { type RefObject, useLayoutEffect } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import type { SwipeDirection, SwipeSide } from '@overlook/engine';
import { useCommand } from '../../../../state/commands.ts';
import { stageChoices } from '../../../../state/stage.ts';
import { shownFraction, swipe, toggleSwipe } from '../../../../state/swipe.ts';
import { readyLayers, secondLayerToShow } from '@overlook/embed/controls/layer-options';
import { useVisibleScreens } from '../screens/use-visible-screens.ts';
import { useShownSite } from '../use-stage-site.ts';

/** Names of the sides, as people see them. */
export const SIDE_NAMES: Readonly<Record<SwipeDirection, Record<SwipeSide, string>>> = {
  sideBySide: { first: 'left', second: 'right' },
  topAndBottom: { first: 'top', second: 'bottom' },
};

/** Why two layers cannot be compared now; null when they can. */
export function useSwipeBar(): string | null {
  const screens = useVisibleScreens();
  const shown = useShownSite();
  if (screens > 1) return STAGE_MESSAGES['stage.needsOneScreen'];
  return shown && readyLayers(shown.options).length > 1 ? null : STAGE_MESSAGES['stage.needsTwoLayers'];
}

/** The comparison that is shown: the layer of its second side, and how the screen is divided. Null for none. */
export function useSwipe(): { secondLayer: number; direction: SwipeDirection } | null {
  const { isOn, secondLayer: chosen, direction } = useSnapshot(swipe);
  const bar = useSwipeBar();
  const shown = useShownSite();
  if (!isOn || bar !== null || !shown || shown.layer === null) return null;
  const secondLayer = secondLayerToShow(shown.options, chosen, shown.layer);
  return secondLayer === null ? null : { secondLayer, direction };
}

/** Its key, for the screen to which keys apply. */
export function useSwipeCommand(index: number): void {
  const bar = useSwipeBar();
  useCommand('toggleSwipe', () => {
    if (bar === null && stageChoices.active === index) toggleSwipe();
  });
}

/** Keeps `--divider` of a screen at the place of the divider, without a render for each step of a drag. */
export function useDividerPlace(screen: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => screen.current?.style.setProperty('--divider', `${100 * shownFraction(swipe)}%`);
    place();
    return subscribe(swipe, place);
  }, [screen]);
}
