import { beforeEach, expect, it } from 'vitest';
import type { Stage, StagePatch } from '@overlook/engine';
import { createViewerApi } from '../api/create-viewer-api.ts';
import type { OverlookViewerApi } from '../api/viewer-api.ts';
import { aCapture } from '@overlook/shared/schemas/testing';
import { ElementStage } from './element-stage.ts';

const [POINTS, TEXTURED] = [1, 3] as const;
const CAPTURES = [
  aCapture(1, POINTS, '2025-09-12', { isCurrent: true }),
  aCapture(2, TEXTURED, '2026-03-14', { precision: 'month' }),
  aCapture(3, TEXTURED, '2026-09-26', { isCurrent: true }),
];

/** A stage without graphics: it keeps its state. */
function aStage(): Stage {
  let state: StagePatch = { section: null, layerId: TEXTURED };
  const stage = {
    update: (patch: StagePatch) => void (state = { ...state, ...patch }),
    state: () => state,
    on: () => () => undefined,
  };
  // Nothing else of it is called.
  return stage as unknown as Stage;
}

const SITE = { slug: 'plant', name: 'Plant', origin: { longitude: 0, latitude: 0, height: 0 } };
const BOX = { box: { centerEcef: [1, 2, 3], size: [1, 1, 1], headingRad: 0 }, planes: [] } as const;

let stage: Stage;
let api: OverlookViewerApi;
let told: unknown[];
beforeEach(() => {
  stage = aStage();
  api = createViewerApi(new ElementStage(stage, {}, SITE, { api: () => null } as never, async () => CAPTURES));
  told = [];
});

it('an event of the selection is for another selection, not for a filter or the same objects', () => {
  api.on('select', (ids) => told.push(ids));
  api.filter.set({ colors: [{ featureIds: [1, 2], color: '#ff0000' }] });
  api.filter.set(null);
  expect(told).toEqual([]);
  api.selection.set([3]);
  api.filter.set({ hidden: [4] });
  api.selection.set([3]);
  api.selection.set([]);
  expect(told).toEqual([[3], []]);
});

it('an event of the section is for another section', () => {
  api.on('section', (section) => told.push(section));
  api.section.set(null);
  api.section.set(BOX);
  api.section.set(structuredClone(BOX));
  api.section.set(null);
  expect(told).toEqual([BOX, null]);
});

it('a page goes through the captures, and layers are shown of the date', async () => {
  expect(await api.captures()).toEqual([
    { layer: 'points', date: '2025-09-12', precision: 'day', isNewest: true },
    { layer: 'textured', date: '2026-03-14', precision: 'month', isNewest: false },
    { layer: 'textured', date: '2026-09-26', precision: 'day', isNewest: true },
  ]);
  api.on('moment', (date) => told.push(date));
  await api.setMoment('2026-03-14');
  expect(api.moment()).toBe('2026-03-14');
  expect(stage.state()).toMatchObject({ layerId: TEXTURED, capture: { takenOn: '2026-03-14' } });
  stage.update({ layerId: POINTS });
  await api.setMoment('2026-09-26');
  expect(stage.state().capture).toMatchObject({ takenOn: '2025-09-12' });
  await api.setMoment(null);
  await api.setMoment(null);
  expect(stage.state().capture).toBeNull();
  expect(told).toEqual(['2026-03-14', '2026-09-26', null]);
});

it('dates are shown in the order in which a page names them, and wrong ones change nothing', async () => {
  await Promise.all(['2026-03-14', '2025-09-12', '2026-09-26'].map((date) => api.setMoment(date)));
  expect(api.moment()).toBe('2026-09-26');
  await expect(api.setMoment('March 2026')).rejects.toThrow(new RangeError('“March 2026” is no date like 2026-03-14.'));
  await expect(api.setMoment('')).rejects.toThrow(RangeError);
  await expect(api.setMoment('2026-03-15')).rejects.toThrow(
    new RangeError('There is no capture of 2026-03-15 here; there are those of 2025-09-12, 2026-03-14, 2026-09-26.'),
  );
  expect(api.moment()).toBe('2026-09-26');
});
