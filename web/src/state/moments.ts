import { proxy, ref, subscribe, useSnapshot } from 'valtio';
import { SCREENS_AT_MOST } from '@overlook/shared/config';
import type { Moment } from '@overlook/embed/links/moment';
import type { StageCapture } from '@overlook/engine';
import { preferences } from './preferences.ts';
import { stageChoices } from './stage.ts';

/** A screen by its index, or the second side of a swipe. */
export type TimePlace = number | 'second';

/** What a layer shows at a moment. */
export interface ShownCapture extends StageCapture {
  readonly id: number;
  /** It is the one that the site names. */
  readonly isCurrent: boolean;
  /** The date as people read it. */
  readonly date: string;
}

/** The captures of a site; a single one is not told from its layer. */
export interface SiteCaptures {
  readonly siteId: number;
  /** There are moments to choose from. */
  readonly areSeveral: boolean;
  /** Date of the newest published capture; null for none. */
  readonly newestDay: string | null;
  /** The capture of a layer (model type), always the same object; null where the site has only one, or none of that layer. */
  at(modeltypeId: number, moment: Moment): ShownCapture | null;
  /** The layer that a moment is a draft of; null for a date. The site may have no other capture of it. */
  draftedLayer(moment: Moment): number | null;
  /** Number of captures of a layer. */
  countOf(modeltypeId: number): number;
  /** The moment of another capture of the same layer: of the one before it, else after it. */
  momentBeside(capture: ShownCapture): Moment;
}

interface MomentsState {
  /** The site whose moments were chosen; every other one shows the newest. */
  siteId: number | null;
  screens: readonly Moment[];
  second: Moment;
  /** Null until the captures of a site are known. */
  captures: SiteCaptures | null;
}

const DEFAULTS = (): MomentsState => ({
  siteId: null,
  screens: Array.from({ length: SCREENS_AT_MOST }, () => null),
  second: null,
  captures: null,
});

const state = proxy<MomentsState>(DEFAULTS());

/** The moments of the screens, and what the captures of the site are. */
export const moments: Readonly<MomentsState> = state;

/** The moments at a site, of each screen and of the second side of a swipe. */
export type Moments = Pick<MomentsState, 'screens' | 'second'>;

const ofSite = (all: Moments & { readonly siteId: number | null }, siteId: number | null): Moments =>
  siteId !== null && all.siteId === siteId ? all : DEFAULTS();

export const momentsAt = (siteId: number | null): Moments => ofSite(state, siteId);

/** The captures of a site; null until they are known. */
export const capturesOf = (siteId: number | null): SiteCaptures | null =>
  state.captures?.siteId === siteId ? state.captures : null;

/** Ends the wait of the call before. */
let cancelWait = (): void => {};

/**
 * Acts once the captures of a site are known, immediately where they are. A second call replaces the first, so that of two consecutive
 * choices only the last acts.
 */
export function whenCaptures(siteId: number, act: () => void): void {
  cancelWait();
  if (capturesOf(siteId)) return act();
  const unsubscribe = subscribe(state, () => {
    if (!capturesOf(siteId)) return;
    unsubscribe();
    act();
  });
  cancelWait = unsubscribe;
}

/** The capture of a layer that a screen shows; null for the one that the site names. */
export const captureOnScreen = (siteId: number | null, screen: number, modeltypeId: number): ShownCapture | null =>
  capturesOf(siteId)?.at(modeltypeId, momentsAt(siteId).screens[screen] ?? null) ?? null;

/** The moments at a site and its captures, live. */
export function useMoments(siteId: number | null): Moments & { readonly captures: SiteCaptures | null } {
  const all = useSnapshot(state);
  const { screens, second } = ofSite(all, siteId);
  return { screens, second, captures: all.captures?.siteId === siteId ? (all.captures as SiteCaptures) : null };
}

/** The captures that the active screen shows, or would show of another layer, by model type, live; null as for {@link captureOnScreen}. */
export function useShownCaptures(siteId: number | null): (modeltypeId: number) => ShownCapture | null {
  const { screens, captures } = useMoments(siteId);
  const moment = screens[useSnapshot(stageChoices).active] ?? null;
  return (modeltypeId) => captures?.at(modeltypeId, moment) ?? null;
}

/** Shows the moments of a link or a Place. */
export function showMoments(siteId: number, chosen: readonly Moment[], second: Moment): void {
  Object.assign(state, { siteId, screens: DEFAULTS().screens.map((_, index) => chosen[index] ?? null), second });
}

/** Moves a screen to a moment, and with it all others while the screens move together. */
export function setMoment(siteId: number, place: TimePlace, moment: Moment): void {
  const { screens, second } = momentsAt(siteId);
  if (place === 'second') return showMoments(siteId, screens, moment);
  const moved = screens.map((before, index) => (preferences.isSyncOn || index === place ? moment : before));
  showMoments(siteId, moved, second);
}

export function setCaptures(captures: SiteCaptures): void {
  state.captures = ref(captures);
}

/** Where the captures cannot be asked for, the site shows what its layers are. */
export const noCaptures = (siteId: number): SiteCaptures => ({
  siteId,
  areSeveral: false,
  newestDay: null,
  at: () => null,
  draftedLayer: () => null,
  countOf: () => 0,
  momentBeside: () => null,
});

export function resetMoments(): void {
  Object.assign(state, DEFAULTS());
}
