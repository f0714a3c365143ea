import { type RefObject, useLayoutEffect } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import type { SwipeDirection, SwipeSide } from '@overlook/engine';
import { useCommand } from '../../../../state/commands.ts';
import { stageChoices } from '../../../../state/stage.ts';
import { type ShownCapture, setMoment } from '../../../../state/moments.ts';
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
  const layers = shown ? readyLayers(shown.options) : [];
  return layers.length > 1 || layers.some((layer) => isRepeatable(shown, layer))
    ? null
    : STAGE_MESSAGES['stage.needsTwoLayers'];
}

type Shown = ReturnType<typeof useShownSite>;

/** Both sides may show the layer, at two moments; so they do in a link until the captures are known. */
const isRepeatable = (shown: Shown, layer: number): boolean =>
  shown?.captures ? shown.captures.countOf(layer) > 1 : (shown?.isAwaited ?? false);

export interface ShownSwipe {
  readonly secondLayer: number;
  /** The capture of that layer; null where the site has only one. */
  readonly secondCapture: ShownCapture | null;
  readonly direction: SwipeDirection;
}

/** The comparison that is shown: the layer of its second side, and how the screen is divided. Null for none. */
export function useSwipe(): ShownSwipe | null {
  const { isOn, secondLayer: chosen, direction } = useSnapshot(swipe);
  const bar = useSwipeBar();
  const shown = useShownSite();
  return isOn && bar === null ? swipeOf(shown, chosen, direction) : null;
}

function swipeOf(shown: Shown, chosen: number | null, direction: SwipeDirection): ShownSwipe | null {
  if (!shown || shown.layer === null) return null;
  const secondLayer = secondLayerToShow(shown.options, chosen, shown.layer, isRepeatable(shown, shown.layer));
  if (secondLayer === null) return null;
  return { secondLayer, secondCapture: shown.captures?.at(secondLayer, shown.second) ?? null, direction };
}

/** Shows another moment on the second side where both would show the same capture of the layer. */
export function partSides(shown: Shown, first: number | null, second: number | null): void {
  if (!shown?.captures || first === null || first !== second) return;
  const { site, captures, moment } = shown;
  const capture = captures.at(first, moment);
  if (capture && captures.at(first, shown.second) === capture) {
    setMoment(site.id, 'second', captures.momentBeside(capture));
  }
}

/** Its key, for the screen to which keys apply. */
export function useSwipeCommand(index: number): void {
  const bar = useSwipeBar();
  const shown = useShownSite();
  useCommand('toggleSwipe', () => {
    if (bar !== null || stageChoices.active !== index) return;
    toggleSwipe();
    const opened = swipe.isOn ? swipeOf(shown, swipe.secondLayer, swipe.direction) : null;
    partSides(shown, shown?.layer ?? null, opened?.secondLayer ?? null);
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
