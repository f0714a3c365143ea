import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CUT_DEFAULT_METRES } from '@overlook/shared/config';
import { ecefFromLla, orthonormal, type Pose, type Vec3 } from '@overlook/shared/maths';
import type { Snapshot } from '@overlook/shared/schemas';
import type { Moment } from '@overlook/embed/links/moment';
import type { Stage } from '@overlook/engine';
import { type Catalogue, useCatalogue } from '../../api/catalogue.ts';
import type { PlaceView } from '../../features/viewer/places/place-view.ts';
import { reportScreen, resetScreen, stageOpened } from '../../state/screens.ts';
import { resetTools, showTools, type Tools } from '../../state/session-tools.ts';
import { cad, resetCad, select, setColours, toggleHidden } from '../../state/cad.ts';
import { momentsAt, noCaptures, resetMoments, setCaptures, setMoment, type ShownCapture } from '../../state/moments.ts';
import { pointColors } from '../../state/point-colors.ts';
import { levels, openSlice, resetLevels } from '../../state/levels.ts';
import { preferences, setPreference } from '../../state/preferences.ts';
import { openSection, resetSection, section } from '../../state/section.ts';
import { setLayer, setNearMetres, stageChoices } from '../../state/stage.ts';
import { toasts } from '../../state/toasts.ts';
import { answerCalls, showInPage } from '../../testing/in-page.tsx';
import { usePlaceView } from './saved-view.ts';
import { shareViewNow } from './share-view.ts';
import { addressNow, copyLink, useLink } from './use-link.ts';

const TEXTURED = 3;
const PROJECT = 4;
const POSITION = ecefFromLla({ longitude: 138.4932, latitude: -35.0789, height: 180 });
const POSE: Pose = { position: POSITION, ...orthonormal([0.3, -0.4, 0.87], [0.1, 0.9, 0.2]) };
const HOME: Pose = { ...POSE, position: ecefFromLla({ longitude: 138.494, latitude: -35.079, height: 90 }) };
const BOX = { centerEcef: POSITION, size: [20, 10, 5.5] as Vec3, headingRad: 0.5 };
const SITE_DATA = { meta: { homeBookmark: null, origin: { longitude: 138.4932, latitude: -35.0789, height: 30 } } };
const PATH = 'models/1/v1/tileset.json';

let pose: Pose;
let results: Record<keyof Tools, string>;
/** The content of the page: the lists, and the view from which Places are saved and on which they are shown. */
const page: { view: PlaceView | null; data: Catalogue | null } = { view: null, data: null };

/** A stage that shows the chosen settings, and a camera that moves to requested poses. */
const stage = {
  state: () => ({
    layerId: stageChoices.layers[0] ?? null,
    nearMetres: stageChoices.nearMetres,
    section: section.volume,
    swipe: null,
    pointColors: pointColors(),
  }),
  pose: () => pose,
  setPose: (next: Pose) => void (pose = next),
  on: () => () => undefined,
} as unknown as Stage;

/** A tool whose results are a text. */
const aTool = (name: keyof Tools, list: string) => ({
  state: () => ({ [list]: results[name] === '' ? [] : [results[name]], units: 'metric' }),
  serialise: () => results[name],
  clear: () => void (results[name] = ''),
  restore: (text: string) => ((results[name] = text), true),
  subscribe: () => () => undefined,
});

function Page() {
  useLink();
  const view = usePlaceView();
  const { data = null } = useCatalogue();
  useEffect(() => void Object.assign(page, { view, data }), [view, data]);
  return null;
}

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/places');
  for (const reset of [resetTools, resetCad, resetSection, resetLevels]) reset();
  resetScreen(0);
  answerCalls({
    'sites.all': () => ({ sites: [{ id: 1, slug: 'ridgeway', name: 'Ridgeway', data: SITE_DATA }] }),
    'modelGroups.all': () => ({ modelgroups: [{ id: 5, siteId: 1 }] }),
    'models.all': () => ({
      models: [TEXTURED, PROJECT].map((modeltypeId, i) => ({
        id: i + 1,
        modelgroupId: 5,
        modeltypeId,
        filepath: PATH,
      })),
    }),
  });
  setPreference('selectedSiteId', 1);
  pose = POSE;
  results = { measure: '', target: '', angle: '' };
  stageOpened(0, stage);
  reportScreen(0, { siteId: 1 });
  showTools({
    measure: aTool('measure', 'measurements'),
    target: aTool('target', 'targets'),
    angle: aTool('angle', 'angles'),
  } as unknown as Tools);
});

afterEach(resetMoments);

it('a Place restores camera, layer, section, level, objects, filter, units, quality and measurements', async () => {
  showInPage(<Page />, ['VIEW:TEXTURED', 'VIEW:CAD', 'VIEW:ADJUSTQUALITY']);
  await waitFor(() => expect(page.view).not.toBeNull());
  setLayer(0, PROJECT);
  setNearMetres(4);
  openSection({ box: BOX, planes: [] });
  openSlice({ fromM: 4, toM: 7.5 }, 'all');
  setPreference('units', 'imperial');
  setPreference('quality', 'speed');
  setPreference('filterMode', 'show');
  setPreference('filterOpacityPercent', 40);
  select([{ id: 12, features: [3, 9] }]);
  toggleHidden([20, 21]);
  const value = { value: 'Steel', color: '#112233', firstColor: '#112233', features: [4, 4] };
  setColours({ title: 'Material', property: 'material', values: [value] });
  Object.assign(results, { measure: '3 m', angle: '90°' });
  const saved = page.view!.capture()!;
  expect(saved.siteId).toBe(1);

  setLayer(0, TEXTURED);
  setNearMetres(CUT_DEFAULT_METRES);
  for (const reset of [resetCad, resetSection, resetLevels]) reset();
  setPreference('units', 'metric');
  setPreference('quality', 'balanced');
  setPreference('filterMode', 'off');
  setPreference('filterOpacityPercent', 10);
  pose = HOME;
  Object.assign(results, { measure: '5 m', angle: '', target: 'T' });
  // As it is stored.
  const { bookmark, view: data } = JSON.parse(JSON.stringify(saved)) as typeof saved;
  page.view!.show({ siteId: 1, data: { bookmark, view: data } } as Snapshot);

  expect(pose).toEqual(POSE);
  expect([stageChoices.layers[0], stageChoices.nearMetres]).toEqual([PROJECT, 4]);
  expect(section.volume?.box?.size).toEqual(BOX.size);
  expect(levels).toMatchObject({ isPlanOpen: true, slice: { fromM: 4, toM: 7.5 }, below: 'all' });
  expect([preferences.units, preferences.quality]).toEqual(['imperial', 'speed']);
  expect([preferences.filterMode, preferences.filterOpacityPercent]).toEqual(['show', 40]);
  expect(cad.selected).toEqual([{ id: 12, features: [3, 9] }]);
  expect(cad.hidden).toEqual([[20, 21]]);
  expect(cad.colours).toEqual({ title: 'Material', property: 'material', values: [value] });
  await waitFor(() => expect(results).toEqual({ measure: '3 m', angle: '90°', target: '' }));
});

it.each([
  ['layers', PROJECT, false, ['VIEW:TEXTURED'], PLACES_MESSAGES['place.layersLeftOut']],
  ['objects', TEXTURED, true, ['VIEW:TEXTURED'], PLACES_MESSAGES['place.objectsLeftOut']],
  ['layers and objects', PROJECT, true, ['VIEW:TEXTURED'], PLACES_MESSAGES['place.layersAndObjectsLeftOut']],
  ['nothing', PROJECT, true, ['VIEW:TEXTURED', 'VIEW:CAD'], null],
] as const)('a Place says that it leaves out %s', async (_, layer, hasObjects, tokens, key) => {
  showInPage(<Page />, tokens);
  await waitFor(() => expect(page.view).not.toBeNull());
  setPreference('units', 'metric');
  setPreference('filterMode', 'off');
  setLayer(0, layer);
  if (hasObjects) select([{ id: 12, features: [3, 9] }]);
  const { bookmark, view: data } = page.view!.capture()!;
  resetCad();
  setPreference('filterMode', 'hide');
  setPreference('units', 'imperial');
  page.view!.show({ siteId: 1, data: { bookmark, view: data } } as Snapshot);
  expect(toasts.shown.map((toast) => toast.text)).toEqual(key === null ? [] : [key]);
  expect(preferences.units).toBe('metric');
  // Settings that a person may not see are not changed.
  expect(preferences.filterMode).toBe(key === null ? 'off' : 'hide');
  expect(cad.selected).toEqual(key === null ? [{ id: 12, features: [3, 9] }] : []);
});

it('a Place shows its objects to a person who may see the Project Layer at this site only', async () => {
  showInPage(<Page />, ['VIEW:TEXTURED', 'VIEW:CAD'], 1);
  await waitFor(() => expect(page.view).not.toBeNull());
  setLayer(0, PROJECT);
  select([{ id: 12, features: [3, 9] }]);
  const { bookmark, view: data } = page.view!.capture()!;
  resetCad();
  page.view!.show({ siteId: 1, data: { bookmark, view: data } } as Snapshot);
  expect(cad.selected).toEqual([{ id: 12, features: [3, 9] }]);
  expect(toasts.shown).toEqual([]);
});

it('a Place keeps the date that it shows, also of the newest captures; the address does not', async () => {
  showInPage(<Page />, ['VIEW:TEXTURED']);
  await waitFor(() => expect(page.view).not.toBeNull());
  setLayer(0, TEXTURED);
  setCaptures({ ...noCaptures(1), newestDay: '2026-09-26' });
  const { bookmark, view: data } = page.view!.capture()!;
  expect(new URLSearchParams(data.link).get('at')).toBe('2026-09-26');
  expect(addressNow()).not.toContain('at=');
  setMoment(1, 0, '2026-03-14');
  expect(addressNow()).toContain('at=2026-03-14');
  page.view!.show({ siteId: 1, data: { bookmark, view: data } } as Snapshot);
  expect(momentsAt(1).screens[0]).toBe('2026-09-26');
});

it('a copied link names the date that it shows, also of the newest captures', async () => {
  showInPage(<Page />, ['VIEW:TEXTURED']);
  await waitFor(() => expect(page.view).not.toBeNull());
  setLayer(0, TEXTURED);
  setCaptures({ ...noCaptures(1), newestDay: '2026-09-26' });
  await copyLink();
  const copied = new URL(await navigator.clipboard.readText());
  expect([copied.pathname, copied.searchParams.get('at')]).toEqual(['/', '2026-09-26']);
});

it('a shared link names it, or follows the newest captures', async () => {
  showInPage(<Page />, ['VIEW:TEXTURED']);
  await waitFor(() => expect(page.view).not.toBeNull());
  setLayer(0, TEXTURED);
  const shared = () => shareViewNow(page.data!, {})!;
  const camera = new Set(['camera'] as const);
  const dateIn = (query: string) => new URLSearchParams(query).get('at');
  // Before the captures are known, and where none is dated, there is nothing to name.
  expect([shared().showsNewest, dateIn(shared().query(camera))]).toEqual([false, null]);
  setCaptures({ ...noCaptures(1), newestDay: '2026-09-26' });
  const view = shared();
  expect([view.showsNewest, dateIn(view.query(camera)), dateIn(view.query(camera, 'newest'))]).toEqual([
    true,
    '2026-09-26',
    null,
  ]);
  // A chosen date is in both.
  setMoment(1, 0, '2026-03-14');
  expect([shared().showsNewest, dateIn(shared().query(camera, 'newest'))]).toEqual([false, '2026-03-14']);
});

it('a Place waits for the captures of its date before it says that its objects are gone', async () => {
  showInPage(<Page />, ['VIEW:TEXTURED', 'VIEW:CAD']);
  await waitFor(() => expect(page.view).not.toBeNull());
  setLayer(0, PROJECT);
  const older = { id: 9, url: 'models/1/v0/tileset.json', isCurrent: false, date: '14 Mar 2026' } as ShownCapture;
  const captures = {
    ...noCaptures(1),
    newestDay: '2026-09-26',
    at: (_: number, moment: Moment) => (moment === '2026-03-14' ? older : null),
  };
  setCaptures(captures);
  setMoment(1, 0, '2026-03-14');
  select([{ id: 12, features: [3, 9] }]);
  const { bookmark, view: data } = page.view!.capture()!;
  expect(data.objects!.modelPath).toBe(older.url);
  resetCad();
  // As in a page that has just been opened.
  resetMoments();
  page.view!.show({ siteId: 1, data: { bookmark, view: data } } as Snapshot);
  expect([cad.selected, toasts.shown]).toEqual([[], []]);
  setCaptures(captures);
  await waitFor(() => expect(cad.selected).toEqual([{ id: 12, features: [3, 9] }]));
  expect(toasts.shown).toEqual([]);

  resetCad();
  resetMoments();
  page.view!.show({ siteId: 1, data: { bookmark, view: data } } as Snapshot);
  setCaptures(noCaptures(1));
  await waitFor(() => expect(toasts.shown.map(({ text }) => text)).toEqual([PLACES_MESSAGES['place.objectsOutdated']]));
  expect(cad.selected).toEqual([]);
});
