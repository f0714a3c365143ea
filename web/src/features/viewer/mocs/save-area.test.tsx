import { expect, it } from 'vitest';
import type { MocArea } from '@overlook/shared/schemas';
import { answerCalls, Refusal } from '../../../testing/in-page.tsx';
import { AreaConflict, type AreaInput, saveArea } from './save-area.ts';
import { AREA, mocOf } from './testing/moc-of.ts';

const PLACE = { siteId: 1, id: 7 };
const INPUT: AreaInput = { uuid: AREA.uuid, name: 'Mine', bottomHeight: 0, topHeight: 9, points: [] };

/** The server has version 4 of the change with this area; returns the versions that saves have sent. */
function serverWith(area: MocArea) {
  const moc = mocOf({ id: 7, version: 4, polygons: { [area.uuid]: area } });
  const calls = answerCalls({
    'mocs.get': () => ({ moc }),
    'mocs.saveArea': ({ version }: { version?: number }) => {
      if (version !== undefined && version !== 4) throw new Refusal(409, 'Ole Haugen changed this MOC.');
      return { moc, area };
    },
  });
  return () =>
    calls.filter(({ name }) => name === 'mocs.saveArea').map(({ input }) => (input as { version?: number }).version);
}

it('saves a new area in spite of other saves meanwhile', async () => {
  const sent = serverWith(AREA);
  await saveArea(PLACE, { ...INPUT, uuid: undefined }, null);
  expect(sent()).toEqual([undefined]);
});

it('saves an edited area when something else of the change was saved meanwhile', async () => {
  const sent = serverWith(AREA);
  await saveArea(PLACE, INPUT, { area: AREA, version: 3 });
  expect(sent()).toEqual([3, 4]);
});

it('does not replace the area of another person before it knows their save', async () => {
  const theirs = { ...AREA, topHeight: 2 };
  const sent = serverWith(theirs);
  const failure = await saveArea(PLACE, INPUT, { area: AREA, version: 3 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AreaConflict);
  expect(failure).toMatchObject({ message: 'Ole Haugen changed this MOC.', theirs, version: 4 });
  expect(sent()).toEqual([3]);
  await saveArea(PLACE, INPUT, { area: AREA, version: 4 });
  expect(sent()).toEqual([3, 4]);
});
