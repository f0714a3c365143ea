import { beforeEach, expect, it } from 'vitest';
import type { Stage, StagePatch } from '@overlook/engine';
import { createViewerApi } from '../api/create-viewer-api.ts';
import type { OverlookViewerApi } from '../api/viewer-api.ts';
import { ElementStage } from './element-stage.ts';

/** A stage without graphics: it keeps its state. */
function aStage(): Stage {
  let state: StagePatch = { section: null };
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

let api: OverlookViewerApi;
let told: unknown[];
beforeEach(() => {
  api = createViewerApi(new ElementStage(aStage(), {}, SITE, { api: () => null } as never));
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
