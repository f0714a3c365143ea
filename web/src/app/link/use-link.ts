import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { subscribe } from 'valtio';
import { type Catalogue, useCatalogue } from '../../api/catalogue.ts';
import { hasArrived } from '../../features/viewer/stage/history/camera-history.ts';
import { activeScreen } from '../../state/screens.ts';
import { watchStages } from '../../state/watch-stages.ts';
import { watchResults } from '../../features/viewer/tools/linked-results.ts';
import { linkedResults } from '../../state/session-tools.ts';
import { CUT_DEFAULT_METRES } from '@overlook/shared/config';
import type { PermissionMap } from '@overlook/shared/permissions';
import type { Site } from '@overlook/shared/schemas';
import { cad } from '../../state/cad.ts';
import { layers, linkedLayers } from '../../state/layers.ts';
import { capturesOf, moments, momentsAt } from '../../state/moments.ts';
import { pointChoices } from '../../state/point-colors.ts';
import { levels } from '../../state/levels.ts';
import { preferences } from '../../state/preferences.ts';
import { profile, shownProfile } from '../../state/profile.ts';
import { section } from '../../state/section.ts';
import { useSignedIn } from '../../state/session-context.tsx';
import { whenModelVisible, stageChoices } from '../../state/stage.ts';
import { swipe } from '../../state/swipe.ts';
import { onLeavingPage } from '../../ui/on-leaving-page.ts';
import { showToast } from '../../state/toasts.ts';
import { MAIN_VIEW } from '../main-view.ts';
import { showLinkedView } from './show-linked-view.ts';
import {
  type LinkedLevel,
  type LinkedResults,
  type LinkedView,
  NO_RESULTS,
  type ReadLink,
  readViewLink,
  viewLink,
} from '@overlook/embed/links/view-link';

/** Pause after the last change before the address is written, in milliseconds: browsers count how often it changes. */
const WRITE_AFTER_MS = 400;

/**
 * Synchronises the address of the main view with its state: the address is read once, when the lists have loaded, and
 * then updated.
 */
export function useLink(): void {
  const [path] = useLocation();
  const { data } = useCatalogue();
  const { permissions } = useSignedIn();
  const isRead = useRef(false);
  const untold = useRef<(() => void) | null>(null);
  useEffect(() => () => untold.current?.(), []);

  useEffect(() => {
    shownData = data;
    return () => void (shownData = null);
  }, [data]);

  useEffect(() => {
    if (!data || isRead.current) return;
    isRead.current = true;
    const linked = path === MAIN_VIEW.path ? readViewLink(new URLSearchParams(location.search)) : null;
    if (linked) untold.current = openLink(linked, data, permissions);
  }, [data, permissions, path]);

  useEffect(() => {
    if (!data || path !== MAIN_VIEW.path) return undefined;
    return followView(data);
  }, [data, path]);
}

/**
 * Shows the view of a link, and reports the parts that could not be shown as soon as the model is visible, because toasts
 * disappear after two seconds. Returns a function that stops waiting for the model.
 */
function openLink({ view, unread }: ReadLink, data: Catalogue, permissions: PermissionMap): () => void {
  const shown = showLinkedView(view, data, permissions);
  return whenModelVisible(() => {
    if (unread.length > 0) showToast(STAGE_MESSAGES['link.invalid'], 'error');
    if (shown === 'siteHidden' && !unread.includes('site')) showToast(STAGE_MESSAGES['link.siteHidden'], 'error');
    if (shown === 'partsLeftOut') showToast(STAGE_MESSAGES['link.partsLeftOut']);
  });
}

/** The main view as a link, without its objects; null while there is no site to name. */
export function viewNow(data: Catalogue): LinkedView | null {
  const site = data.sites.find(({ id }) => id === preferences.selectedSiteId);
  const { stage } = activeScreen();
  if (!site || !stage) return null;
  const { nearMetres, section: volume, swipe: swiped, pointColors } = stage.state();
  const models = stageChoices.layers.slice(0, preferences.screenCount).filter((layer) => layer !== null);
  const { screens, second } = momentsAt(site.id);
  return {
    site: site.slug,
    // During the flight from another site the camera does not show this one yet.
    pose: hasArrived(stage, site.id) ? stage.pose() : null,
    layers: models,
    moments: screens.slice(0, models.length),
    // The divider is at the end of the screen only while a key is held, so that position is not used.
    swipe: swiped && {
      secondLayerId: swiped.secondLayerId,
      direction: swiped.direction,
      fraction: swipe.fraction,
      secondMoment: second,
    },
    nearMetres: nearMetres > CUT_DEFAULT_METRES ? nearMetres : null,
    isSyncOn: preferences.isSyncOn,
    section: volume,
    level: linkedLevel(site),
    pointColors,
    profile: shownProfile(),
    addedLayers: linkedLayers(),
    results: resultsForLink(),
    objects: null,
  };
}

/** The slice of the plan above the ellipsoid, so that a link is true when an import moves the ground point. */
function linkedLevel({ data }: Site): LinkedLevel | null {
  const { slice, below } = levels;
  if (!slice) return null;
  const groundM = data.meta.origin?.height ?? 0;
  return { fromM: slice.fromM + groundM, toM: slice.toM + groundM, below };
}

/** The current address of the main view, without the results that do not fit into it; null without a view. */
export const addressNow = (): string | null => shownData && addressOf(shownData);

/** Whether a part of a view shows the newest captures of its site, where these have a date. */
export const showsNewest = ({ moments: chosen, swipe: swiped }: LinkedView, siteId: number): boolean =>
  (capturesOf(siteId)?.newestDay ?? null) !== null && (chosen.includes(null) || swiped?.secondMoment === null);

/**
 * A view with the dates that it shows, also of the newest captures: what is kept or passed on does not change when others are
 * published.
 */
export function datedView(view: LinkedView, siteId: number): LinkedView {
  const newest = capturesOf(siteId)?.newestDay ?? null;
  return {
    ...view,
    moments: view.moments.map((moment) => moment ?? newest),
    swipe: view.swipe && { ...view.swipe, secondMoment: view.swipe.secondMoment ?? newest },
  };
}

/** The query of that address with the dates that are shown; null without a view. */
export function datedQueryNow(): string | null {
  const view = shownData && viewNow(shownData);
  const site = shownData?.sites.find(({ slug }) => slug === view?.site);
  return view && site ? linkText(datedView(view, site.id)) : null;
}

/** Writes the address immediately; null while it does not follow the view. */
let flush: (() => void) | null = null;
/** The lists with the parts that a link names; null until they have loaded. */
let shownData: Catalogue | null = null;

/** Whether objects are selected, hidden, isolated or coloured; addresses do not have these states. */
const hasObjectChoices = (): boolean =>
  cad.selected.length > 0 || cad.hidden.length > 0 || cad.isolated !== null || cad.colours !== null;

function followView(data: Catalogue): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    const address = addressOf(data);
    if (address) history.replaceState(history.state, '', address);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, WRITE_AFTER_MS);
  };
  soon();
  flush = write;
  const undo = [preferences, pointChoices, stageChoices, moments, section, levels, profile, swipe, layers].map(
    (store) => subscribe(store, soon),
  );
  undo.push(
    onLeavingPage(write),
    watchStages((stage) => stage.on('rest', soon)),
    watchResults(soon),
  );
  return () => {
    clearTimeout(timer);
    flush = null;
    for (const step of undo) step();
  };
}

/** A view as the query of an address. Commas are not escaped, so that they are readable. */
export const linkText = (view: LinkedView): string => viewLink(view).toString().replaceAll('%2C', ',');

/** The main view as a path with its query; null while there is no site to name. */
function addressOf(data: Catalogue): string | null {
  const view = viewNow(data);
  return view && `${MAIN_VIEW.path}?${linkText(view)}`;
}

/** Letters of all results together that an address takes: proxies refuse longer requests than 8,192. */
const RESULTS_LONGEST = 6000;

const areTooLong = (results: LinkedResults): boolean =>
  Object.values(results).reduce((sum, text) => sum + encodeURIComponent(text ?? '').length, 0) > RESULTS_LONGEST;

function resultsForLink(): LinkedResults {
  const results = linkedResults();
  return areTooLong(results) ? NO_RESULTS : results;
}

/** Copies the current address of the view, with the dates that it shows, to the clipboard, and names the parts of the view that it does not have. */
export async function copyLink(): Promise<void> {
  flush?.();
  const query = datedQueryNow();
  try {
    // With an open panel the address of the page is that of the panel.
    const address = query === null ? location.href : new URL(`${MAIN_VIEW.path}?${query}`, location.href).href;
    await navigator.clipboard.writeText(address);
    if (areTooLong(linkedResults())) showToast(STAGE_MESSAGES['link.copiedWithoutResults']);
    else if (hasObjectChoices()) showToast(STAGE_MESSAGES['link.copiedWithoutObjects']);
    else showToast(STAGE_MESSAGES['link.copied'], 'success');
  } catch (error) {
    console.warn('The link could not be copied.', error);
    showToast(STAGE_MESSAGES['link.copyFailed'], 'error');
  }
}
