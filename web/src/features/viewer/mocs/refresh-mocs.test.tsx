import { useEffect, useState } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Moc, MocArea } from '@overlook/shared/schemas';
import { refreshMoc, refreshMocs, type SiteMocs, watchMocs } from '../../../api/mocs.ts';
import { queryClient } from '../../../api/queries.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { AREA, mocOf, readingCalls } from './testing/moc-of.ts';

const AREA_WITH_CORNERS: MocArea = {
  ...AREA,
  points: [
    { id: '2', name: '', position: 1, x: 4, y: 5, z: 6 },
    { id: '1', name: '', position: 0, x: 1, y: 2, z: 3 },
  ],
};

/** What is saved on the server. */
let saved: Moc[];
let calls: { name: string }[];
const countOf = (name: string) => calls.filter((call) => call.name === name).length;

/** Shows of each change its name, the number of its areas, and the corners of these. */
function Page() {
  const [{ mocs, areas }, setRead] = useState<SiteMocs>({ mocs: [], areas: {} });
  useEffect(() => watchMocs(1, setRead), []);
  const text = (id: number) => (areas[id] ?? []).map(({ corners }) => corners.join(' ')).join(' ');
  return <p>{mocs.map(({ id, name, areaCount }) => `${name}/${areaCount}/${text(id)}`).join(', ')}</p>;
}

const shows = (text: string) => screen.findByText(text);
const refresh = (id: number) => act(() => refreshMoc({ siteId: 1, id }));

beforeEach(() => {
  saved = [mocOf({ id: 1, name: 'Wall' }), mocOf({ id: 2, name: 'Line', version: 3 }), mocOf({ id: 4, name: 'Tip' })];
  calls = answerCalls(readingCalls(() => saved));
  showInPage(<Page />);
});

it('shows one saved change without reading the lists again', async () => {
  await shows('Tip/0/, Line/0/, Wall/0/');
  await waitFor(() => expect([countOf('mocs.areas'), queryClient.isFetching()]).toEqual([1, 0]));
  saved[1] = {
    ...saved[1]!,
    name: 'Relief line',
    version: 4,
    polygons: { [AREA_WITH_CORNERS.uuid]: AREA_WITH_CORNERS },
  };
  await refresh(2);
  await shows('Tip/0/, Relief line/1/1,2,3 4,5,6, Wall/0/');
  saved = [...saved, mocOf({ id: 3, name: 'Pump' }), mocOf({ id: 9, name: 'Newest' })];
  await refresh(3);
  await refresh(9);
  await shows('Newest/0/, Tip/0/, Pump/0/, Relief line/1/1,2,3 4,5,6, Wall/0/');
  saved[1] = { ...saved[1]!, archived: true, version: 5 };
  await refresh(2);
  await shows('Newest/0/, Tip/0/, Pump/0/, Wall/0/');
  expect([countOf('mocs.list'), countOf('mocs.areas'), countOf('mocs.get')]).toEqual([1, 1, 4]);
});

it('keeps its data when the server answers that nothing was saved', async () => {
  await shows('Tip/0/, Line/0/, Wall/0/');
  const reading = readingCalls(() => saved);
  const known: unknown[] = [];
  const unchanged = (name: 'mocs.list' | 'mocs.areas') => (input: { known?: string }) => {
    known.push(input.known);
    return { ...reading[name](), columns: null };
  };
  calls = answerCalls({ ...reading, 'mocs.list': unchanged('mocs.list'), 'mocs.areas': unchanged('mocs.areas') });
  await act(() => refreshMocs(1));
  await shows('Tip/0/, Line/0/, Wall/0/');
  expect(known).toEqual(['4.1 2.3 1.1', '']);
});

it('shows the corners of the areas of each change', async () => {
  const doubles = new DataView(new ArrayBuffer(9 * 8));
  for (let n = 0; n < 9; n++) doubles.setFloat64(n * 8, n + 0.5);
  const corners = btoa(String.fromCharCode(...new Uint8Array(doubles.buffer)));
  const heights = { bottomHeight: [0, 0], topHeight: [5, 5], capped: [true, true], colour: [null, null] };
  const createdOn = ['2026-03-14', '2026-03-14'];
  const columns = { mocId: [2, 1], uuid: ['a', 'b'], ...heights, createdOn, cornerCount: [2, 1], corners };
  calls = answerCalls({ ...readingCalls(() => saved), 'mocs.areas': () => ({ edition: 'x', columns }) });
  await act(() => refreshMocs(1));
  await shows('Tip/0/, Line/0/0.5,1.5,2.5 3.5,4.5,5.5, Wall/0/6.5,7.5,8.5');
});

it('does not show an older version that arrives late', async () => {
  await shows('Tip/0/, Line/0/, Wall/0/');
  saved[1] = { ...saved[1]!, name: 'Before', version: 2 };
  await refresh(2);
  await shows('Tip/0/, Line/0/, Wall/0/');
  saved[1] = { ...saved[1]!, archived: true, version: 4 };
  await refresh(2);
  saved[1] = { ...saved[1]!, archived: false, version: 3 };
  await refresh(2);
  await shows('Tip/0/, Wall/0/');
});

it('reads the list again when it was being read while a change was saved', async () => {
  await shows('Tip/0/, Line/0/, Wall/0/');
  const reading = readingCalls(() => saved);
  calls = answerCalls({
    ...reading,
    'mocs.get': (place: { id: number }) => {
      void refreshMocs(1);
      return reading['mocs.get'](place);
    },
  });
  await refresh(1);
  await waitFor(() => expect(countOf('mocs.list')).toBe(2));
});

it('reads all when the one cannot be read, or any may have been saved', async () => {
  await shows('Tip/0/, Line/0/, Wall/0/');
  const refuse = () => {
    throw new Refusal(500, 'Broken');
  };
  calls = answerCalls({ ...readingCalls(() => saved), 'mocs.get': refuse });
  saved = saved.slice(0, 1);
  await refresh(2);
  await shows('Wall/0/');
  saved = [];
  await act(() => refreshMocs(1));
  await waitFor(() => expect(countOf('mocs.list')).toBe(2));
});
