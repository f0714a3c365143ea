import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { createViewerApi } from '@overlook/embed/viewer/create-viewer-api';
import { aCapture } from '@overlook/shared/schemas/testing';
import type { OverlookViewerApi } from '@overlook/embed/viewer-api';
import type { Stage, StagePatch } from '@overlook/engine';
import { reportScreen, resetScreen, stageOpened } from '../../state/screens.ts';
import { toolsStore } from '../../state/session-tools.ts';
import { defineLayer } from '@overlook/embed/layers/define-layer';
import { cad, hideSelected, resetCad, select } from '../../state/cad.ts';
import { layers, openLayers, resetLayers } from '../../state/layers.ts';
import { preferences } from '../../state/preferences.ts';
import { resetSection, section } from '../../state/section.ts';
import { resetStageChoices, stageChoices } from '../../state/stage.ts';
import { momentsAt, resetMoments, setCaptures, setMoment } from '../../state/moments.ts';
import { siteCaptures } from '../../features/viewer/time/site-captures.ts';
import { answerCalls } from '../../testing/in-page.tsx';
import { ProductStage } from './product-stage.ts';

const SITE_ID = 7;
const [POINTS, CAD] = [1, 4] as const;

/** A stage without graphics: it keeps its state. */
function aStage(): Stage {
  let state: StagePatch = { layerId: CAD };
  const origin = { longitude: 138.5, latitude: -35, height: 30 };
  const stage = {
    update: (patch: StagePatch) => void (state = { ...state, ...patch }),
    state: () => ({ ...state, site: { origin, homePose: null, layers: [] } }),
    on: () => () => undefined,
  };
  // Nothing else of it is called.
  return stage as unknown as Stage;
}

let stage: Stage;
let viewed: ProductStage;
let api: OverlookViewerApi;

beforeEach(() => {
  stage = aStage();
  stageOpened(0, stage);
  reportScreen(0, { siteId: SITE_ID, layerIds: [POINTS, CAD] });
  viewed = new ProductStage(0, stage);
  api = createViewerApi(viewed);
});

afterEach(() => {
  viewed.destroy();
  for (const reset of [resetCad, resetSection, resetStageChoices, resetLayers, resetMoments]) reset();
  resetScreen(0);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const notified = () => new Promise((resolve) => setTimeout(resolve));

it('a layer is shown by the stage at once and chosen in the selector', () => {
  expect(api.layers.all().map(({ name }) => name)).toEqual(['points', 'cad']);
  api.layers.show('points');
  expect(api.layers.shown()).toBe('points');
  expect(stageChoices.layers[0]).toBe(POINTS);
  expect(() => api.layers.show('textured')).toThrow(RangeError);
});

it('the section is that of all screens, and both ways tell of it', async () => {
  const told = vi.fn();
  api.on('section', told);
  const box = { centerEcef: [1, 2, 3], size: [4, 5, 6], headingRad: 0 } as const;
  api.section.set({ box, planes: [] });
  expect(api.section.get()).toEqual({ box, planes: [] });
  expect(section).toMatchObject({ isOpen: true, volume: { box } });
  await notified();
  expect(told).toHaveBeenLastCalledWith({ box, planes: [] });
  api.section.set(null);
  expect(section.isOpen).toBe(false);
});

it('a filter is what the object tree has, and what a person hides is in it', () => {
  const filter = { hidden: [3], isolated: [1, 2], restOpacity: 0.2, colors: [{ featureIds: [1], color: '#ff8800' }] };
  api.filter.set(filter);
  expect(api.filter.get()).toEqual(filter);
  expect(stage.state().features).toMatchObject({ rest: { opacity: 0.2 } });
  expect(cad.colours).toMatchObject({ property: 'Colours of a script', values: [{ color: '#ff8800' }] });
  select([{ id: 5, features: [8, 9] }]);
  hideSelected();
  expect(api.filter.get()!.hidden).toEqual([3, 8, 9]);
  api.filter.set(null);
  expect(api.filter.get()).toBeNull();
});

it('a selection is of objects of the tree, answered at once and told when it is there', async () => {
  answerCalls({
    'cad.byFeature': ({ featureId }: { featureId: number }) => ({ item: featureId === 3 ? { id: 30 } : null }),
    'cad.features': () => ({ ranges: [3, 4] }),
  });
  const told = vi.fn();
  api.on('select', told);
  api.selection.set([3, 99]);
  expect(api.selection.get()).toEqual([3, 99]);
  await vi.waitFor(() => expect(cad.selected).toEqual([{ id: 30, features: [3, 4] }]));
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith([3, 4]));
});

it('the quality is that of the person', () => {
  api.quality.set('speed');
  expect(api.quality.get()).toBe('speed');
  expect(preferences.quality).toBe('speed');
});

it('there is no tool before the tools are loaded', () => {
  expect(toolsStore.tools).toBeNull();
  expect(api.tools.all()).toEqual([]);
  expect(() => api.tools.activate('measure')).toThrow(RangeError);
});

it('layers are those of the panel: one that is added is of the person', async () => {
  const offer = { id: 'tags', title: 'Tags', icon: null, siteIds: [SITE_ID], baseUrl: '/layers/tags/' };
  openLayers(SITE_ID, [{ ...offer, moduleUrl: null, gallery: 'assets', options: {} }]);
  const pumps = defineLayer({ id: 'pumps', title: 'Pumps', source: { kind: 'data', data: [] }, layers: () => [] });
  await api.added.add(pumps, { opacity: 0.5 });
  expect(api.added.all()).toMatchObject([
    { id: 'pumps', isShown: true, opacity: 0.5, status: 'loading' },
    { id: 'tags', isShown: false },
  ]);
  expect(layers.rows[0]).toMatchObject({ id: 'pumps', group: 'own' });
  await expect(api.added.add(pumps)).rejects.toThrow('There is a layer “pumps” already.');
  await expect(api.added.add({ ...pumps, id: 'secret', token: 'VIEW:CAD' } as never)).rejects.toThrow('VIEW:CAD');
  expect(() => api.added.remove('tags')).toThrow('one of the installation');
  api.added.remove('pumps');
  expect(api.added.all().map(({ id }) => id)).toEqual(['tags']);
});

it('what a script listens to ends with the stage', async () => {
  const told = vi.fn();
  api.on('section', told);
  api.on('added', told);
  viewed.destroy();
  api.section.set({ box: null, planes: [] });
  openLayers(SITE_ID, []);
  await notified();
  expect(told).not.toHaveBeenCalled();
});

it('a date is that of the screen, which the time bar moves too', async () => {
  const CAPTURES = [aCapture(1, CAD, '2026-03-14'), aCapture(2, CAD, '2026-09-26', { isCurrent: true })];
  answerCalls({ 'captures.all': () => ({ captures: CAPTURES }) });
  setCaptures(siteCaptures(SITE_ID, CAPTURES));
  const told = vi.fn();
  api.on('moment', told);
  expect((await api.captures()).map(({ date }) => date)).toEqual(['2026-03-14', '2026-09-26']);
  await api.setMoment('2026-03-14');
  expect(stage.state().capture).toMatchObject({ takenOn: '2026-03-14' });
  expect(momentsAt(SITE_ID).screens[0]).toBe('2026-03-14');
  await expect(api.setMoment('2026-03-15')).rejects.toThrow(RangeError);
  setMoment(SITE_ID, 0, null);
  await notified();
  expect(api.moment()).toBeNull();
  expect(told.mock.calls).toEqual([['2026-03-14'], [null]]);
});
