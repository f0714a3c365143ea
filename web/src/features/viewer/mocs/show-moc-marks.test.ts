// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/queries.ts';
import { refreshMocs } from '../../../api/mocs.ts';
import { mocMarks } from '../../../state/moc-marks.ts';
import { openMoc, pointAtMocs, resetMocs, setAreaHidden } from '../../../state/mocs.ts';
import { noCaptures, resetMoments, setCaptures, setMoment } from '../../../state/moments.ts';
import { setPreference } from '../../../state/preferences.ts';
import { setActiveScreen } from '../../../state/stage.ts';
import { answerCalls } from '../../../testing/in-page.tsx';
import { WAIT } from '@overlook/engine/testing/wait';
import { showMocMarks } from './show-moc-marks.ts';
import { AREA, mocOf, readingCalls } from './testing/moc-of.ts';

const POI = { longitude: 138.49, latitude: -35.08, altitude: 30, x: 1, y: 2, z: 3 };
let saved = [mocOf({ id: 1, pois: [POI] }), mocOf({ id: 2, pois: [POI], polygons: { [AREA.uuid]: AREA } })];
let stop = (): void => undefined;

const columns = {
  mocId: [2],
  uuid: [AREA.uuid],
  bottomHeight: [0],
  topHeight: [5],
  capped: [true],
  colour: [null],
  createdOn: ['2026-03-14'],
  cornerCount: [0],
  corners: '',
};

const pins = () => mocMarks.pins.map(({ id }) => id);
const areas = () => mocMarks.areas.map(({ id, isSelected }) => `${id} ${isSelected ? 'bold' : 'plain'}`);
const settled = (isSettled: () => void) => vi.waitFor(isSettled, WAIT);

beforeEach(() => {
  resetMocs();
  setPreference('hiddenMocs', []);
  queryClient.clear();
  answerCalls({ ...readingCalls(() => saved), 'mocs.areas': () => ({ edition: 'x', columns }) });
  stop = showMocMarks(1);
});
afterEach(() => {
  stop();
  resetMoments();
  setActiveScreen(0);
  setPreference('areLaterAreasShown', false);
  setPreference('isSyncOn', true);
});

it('shows pins and areas as soon as they are read, and again what was saved since', async () => {
  await settled(() => expect(areas()).toEqual([`${AREA.uuid} plain`]));
  expect(pins()).toEqual(['2', '1']);
  saved = [...saved, mocOf({ id: 3, pois: [POI] })];
  await refreshMocs(1);
  await settled(() => expect(pins()).toEqual(['3', '2', '1']));
});

it('shows no hidden change and no hidden area, and the areas of the open change boldly', async () => {
  await settled(() => expect(areas()).toHaveLength(1));
  openMoc(2);
  await settled(() => expect(areas()).toEqual([`${AREA.uuid} bold`]));
  openMoc(null);
  pointAtMocs([2]);
  await settled(() => expect(areas()).toEqual([`${AREA.uuid} bold`]));
  expect(mocMarks.pointedPins).toEqual(['2']);
  setAreaHidden(AREA.uuid, true);
  await settled(() => expect(areas()).toEqual([]));
  setPreference('hiddenMocs', [2]);
  await settled(() => expect(pins()).not.toContain('2'));
});

it('shows an area that was drawn after the day of the active screen only where that is wanted, pale', async () => {
  const shown = () => mocMarks.areas.map(({ isPale }) => (isPale ? 'pale' : 'full'));
  await settled(() => expect(shown()).toEqual(['full']));
  setCaptures({ ...noCaptures(1), areSeveral: true, newestDay: '2026-09-26' });
  setPreference('isSyncOn', false);
  setMoment(1, 0, '2026-03-13');
  await settled(() => expect(shown()).toEqual([]));
  openMoc(2);
  await settled(() => expect(shown()).toEqual(['pale']));
  openMoc(null);
  await settled(() => expect(shown()).toEqual([]));
  setPreference('areLaterAreasShown', true);
  await settled(() => expect(shown()).toEqual(['pale']));
  setPreference('areLaterAreasShown', false);
  await settled(() => expect(shown()).toEqual([]));
  setMoment(1, 0, '2026-03-14');
  await settled(() => expect(shown()).toEqual(['full']));
  setMoment(1, 0, '2026-03-13');
  await settled(() => expect(shown()).toEqual([]));
  setActiveScreen(1);
  await settled(() => expect(shown()).toEqual(['full']));
});

it('keeps the same pins while nothing of them changes', async () => {
  await settled(() => expect(areas()).toHaveLength(1));
  const before = mocMarks.pins;
  openMoc(2);
  await settled(() => expect(areas()).toEqual([`${AREA.uuid} bold`]));
  expect(mocMarks.pins).toBe(before);
});

it('removes them at the end', async () => {
  await settled(() => expect(areas()).toHaveLength(1));
  stop();
  expect([pins(), areas()]).toEqual([[], []]);
});
