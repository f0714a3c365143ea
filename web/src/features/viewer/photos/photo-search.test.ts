import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NearbyInput, NearbyPhoto } from '@overlook/shared/schemas';
import { photos, resetPhotos, selectPhoto, showFound, showPart, stepPhoto } from '../../../state/photos.ts';
import { hasMoved, PhotoSearch, type SearchPlace } from './photo-search.ts';

const photo = (id: number) => ({ id }) as NearbyPhoto;
const OPTIONS = { siteID: 7, nearbySearchRadius: 3, heightType: ['ground'] } as const;
const options = (radius: 1 | 2 | 3 = 3) => ({
  ...OPTIONS,
  nearbySearchRadius: radius,
  heightType: ['ground' as const],
});
const at = (x: number): SearchPlace => ({
  mode: 'click',
  pointEcef: [x, 2, 3],
  directionEcef: [0, 0, 1],
  errorMetres: 0.1,
});

interface Call {
  readonly input: NearbyInput;
  readonly signal: AbortSignal;
  answer(found: NearbyPhoto[]): void;
  fail(): void;
}

/** A search whose questions are answered by hand. */
function aSearch() {
  const calls: Call[] = [];
  const ask = (input: NearbyInput, signal: AbortSignal) =>
    new Promise<NearbyPhoto[]>((answer, refuse) =>
      calls.push({ input, signal, answer, fail: () => refuse(new Error('no answer')) }),
    );
  return { search: new PhotoSearch(ask, options()), calls };
}

beforeEach(() => {
  resetPhotos();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

it('searches around the point with site, radius and types, and selects the first of the answer', async () => {
  const { search, calls } = aSearch();
  const done = search.at(at(1));
  expect(photos).toMatchObject({ status: 'searching', asked: { pointEcef: [1, 2, 3], errorMetres: 0.1 } });
  expect(calls[0]!.input).toEqual({
    ...options(),
    nearbyMode: 'click',
    x: 1,
    y: 2,
    z: 3,
    cameraDirectionX: 0,
    cameraDirectionY: 0,
    cameraDirectionZ: 1,
  });
  calls[0]!.answer([photo(5), photo(6)]);
  await done;
  expect(photos).toMatchObject({ status: 'found', selectedId: 5 });
});

it('never shows an older answer over a newer one, in any order of arrival', async () => {
  const { search, calls } = aSearch();
  const [first, second] = [search.at(at(1)), search.at(at(2))];
  expect(calls[0]!.signal.aborted).toBe(true);
  calls[1]!.answer([photo(20)]);
  await second;
  calls[0]!.answer([photo(10)]);
  await first;
  expect(photos.found.map(({ id }) => id)).toEqual([20]);
});

it('does not report the failure of a search that was overtaken', async () => {
  const { search, calls } = aSearch();
  const [first, second] = [search.at(at(1)), search.at(at(2))];
  calls[0]!.fail();
  await first;
  expect(photos.status).toBe('searching');
  calls[1]!.answer([photo(1)]);
  await second;
  expect(photos.status).toBe('found');
});

it('reports that a search failed, and repeats it', async () => {
  const { search, calls } = aSearch();
  const done = search.at(at(4));
  calls[0]!.fail();
  await done;
  expect(photos).toMatchObject({ status: 'failed', found: [], selectedId: null });
  search.again();
  expect(calls[1]!.input).toEqual(calls[0]!.input);
});

it('searches again only after a change of options, and not before the first search', () => {
  const { search, calls } = aSearch();
  search.setOptions(options(1));
  expect(calls).toHaveLength(0);
  void search.at(at(1));
  search.setOptions(options(1));
  expect(calls).toHaveLength(1);
  search.setOptions(options(2));
  expect(calls.map(({ input }) => input.nearbySearchRadius)).toEqual([1, 2]);
});

it('drops an answer that comes after the mode has ended', async () => {
  const { search, calls } = aSearch();
  const done = search.at(at(1));
  search.clear();
  calls[0]!.answer([photo(1)]);
  await done;
  expect(photos).toMatchObject({ status: 'idle', found: [], asked: null });
});

it('steps in a ring, through the shown photos in their order', () => {
  showFound([photo(1), photo(2), photo(3)]);
  stepPhoto(-1);
  expect(photos.selectedId).toBe(3);
  stepPhoto(1);
  expect(photos.selectedId).toBe(1);
  showPart([photo(3), photo(1)]);
  expect(photos.selectedId).toBe(1);
  stepPhoto(1);
  expect(photos.selectedId).toBe(3);
  showPart([photo(2)]);
  expect(photos.selectedId).toBe(2);
  selectPhoto(99);
  expect(photos.selectedId).toBe(2);
});

it('takes the camera as moved by any part of place or direction over the trigger', () => {
  const from = { pointEcef: [1, 2, 3], directionEcef: [0, 0, 1] } as const satisfies Partial<SearchPlace>;
  const near = { pointEcef: [1.0009, 2, 3], directionEcef: [0, 0.0009, 1] } as const;
  const place = ({ pointEcef, directionEcef }: typeof near | typeof from) =>
    ({ pointEcef: [...pointEcef], directionEcef: [...directionEcef] }) as never;
  expect(hasMoved(place(from), place(near), 0.001)).toBe(false);
  expect(hasMoved(place(from), { pointEcef: [1, 2.0011, 3], directionEcef: [0, 0, 1] }, 0.001)).toBe(true);
  expect(hasMoved(place(from), { pointEcef: [1, 2, 3], directionEcef: [0.0011, 0, 1] }, 0.001)).toBe(true);
});
