import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PhotoSight, SightVerdict, Stage, ToolHit } from '@overlook/engine';
import { resetCad, select } from '../../../state/cad.ts';
import { photos, resetPhotos } from '../../../state/photos.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { NearbyPhotos } from './nearby-photos.tsx';
import { clearFilter } from './search-options.ts';
import { aNearbyPhoto } from './testing/a-nearby-photo.ts';

const SITE = {
  photos: {
    counts: { ground: 8, airborne: 2, panosphere: 0 },
    cameras: ['DJI FC3582', 'Rover'],
    takenFirst: null,
    takenLast: null,
  },
};

const aPhoto = (id: number): NearbyPhoto =>
  aNearbyPhoto(
    {
      id,
      name: `Ground ${id}`,
      filename: `file-${id}`,
      distanceM: 10 + id,
      pois: [{ longitude: 138, latitude: -35, altitude: 20 }],
    },
    {
      widthPx: 400,
      heightPx: 300,
      angles: null,
      hfovDeg: null,
      takenAt: '2026-03-14T23:30:00.000Z',
      isPoseMeasured: false,
      accuracyM: null,
      camera: '',
    },
  );

const pose = { position: [1, 2, 3], direction: [0, 0, 1], up: [0, 1, 0] };
const listeners = new Map<string, () => void>();
const fakes = {
  pose: () => pose,
  on: (event: string, handler: () => void) => {
    listeners.set(event, handler);
    return () => listeners.delete(event);
  },
  sight: vi.fn<Stage['sight']>(() => new Promise(() => undefined)),
  followPoint: vi.fn<Stage['followPoint']>(() => () => undefined),
};
const stage = fakes as unknown as Stage;

const hit = { pointEcef: [7, 8, 9], errorMetres: 0.2, ray: { origin: [0, 0, 0], direction: [1, 0, 0] } } as unknown;
const click = () => act(async () => photos.tool!.tap(hit as ToolHit, null, null));
const show = () => showInPage(<NearbyPhotos siteId={7} stage={stage} onClose={() => undefined} />);
const sights = (verdicts: Record<number, SightVerdict>): PhotoSight[] =>
  Object.entries(verdicts).map(([photoId, verdict]) => {
    const share = { sees: 1, part: 0.4, hidden: 0, outside: 0, unknown: null }[verdict];
    const behind = verdict === 'part' ? { layer: 3, featureId: null, distanceM: 4 } : null;
    const unknownFor = verdict === 'unknown' ? 'missing' : null;
    return { photoId, verdict, unknownFor, share, behind, pixel: null, distanceM: 9, viewAngleDeg: 3 };
  });
const found = (count: number) => ({ snapshots: Array.from({ length: count }, (_, index) => aPhoto(index + 1)) });
const viewer = () => screen.findByRole('region', { name: 'Photo viewer' });

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  resetPhotos();
  resetCad();
  setPreference('isNearbyList', false);
  fakes.sight.mockReset().mockReturnValue(new Promise(() => undefined));
  clearFilter();
  setPreference('nearbyMode', 'click');
  setPreference('nearbyRadius', 3);
});

it('asks for a click, and shows the first photo around it', async () => {
  const calls = answerCalls({ 'snapshots.nearby': () => found(7), 'snapshots.sitePhotos': () => SITE });
  const { user } = show();
  expect(screen.getByText(PHOTOS_MESSAGES['photos.waiting'])).toBeDefined();
  await click();
  const shown = await viewer();
  expect(within(shown).getByRole('heading').textContent).toMatch(/^Ground 1 14 Mar 2026, 11\.0\Wm from the point$/);
  const asked = calls.find(({ name }) => name === 'snapshots.nearby')!.input;
  expect(asked).toMatchObject({ siteID: 7, nearbyMode: 'click', x: 7, y: 8, z: 9, cameraDirectionZ: 1 });

  const strip = screen.getByRole('region', { name: 'Photos found' });
  expect(within(strip).getAllByRole('listitem')).toHaveLength(5);
  expect(within(strip).getByText('7 photos, best aligned first')).toBeDefined();
  await user.click(within(shown).getByRole('button', { name: 'Previous photo' }));
  // The last one is on the second page.
  expect(within(strip).getAllByRole('listitem')).toHaveLength(2);
  expect(
    within(strip)
      .getByRole('button', { name: /^Ground 7/ })
      .getAttribute('aria-current'),
  ).toBe('true');
  await user.click(within(strip).getByRole('button', { name: 'Page 1' }));
  await user.click(within(strip).getByRole('button', { name: /^Ground 3/ }));
  expect(within(shown).getByRole('heading').textContent).toMatch(/^Ground 3/);
});

it('reports that nothing was found, and offers to search for all photos again', async () => {
  const calls = answerCalls({ 'snapshots.nearby': () => found(0), 'snapshots.sitePhotos': () => SITE });
  setPreference('nearbyTypes', ['panosphere']);
  const { user } = show();
  await click();
  expect(await screen.findByText(PHOTOS_MESSAGES['photos.none'])).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(calls.filter(({ name }) => name === 'snapshots.nearby')).toHaveLength(2));
  expect(calls.at(-1)!.input).toMatchObject({ heightType: ['ground', 'airborne', 'panosphere'] });
});

it('says that the search failed, and searches again', async () => {
  let answer = (): unknown => {
    throw new Refusal(503, 'no');
  };
  answerCalls({ 'snapshots.nearby': () => answer(), 'snapshots.sitePhotos': () => SITE });
  const { user } = show();
  await click();
  expect((await screen.findByRole('alert')).textContent).toContain(PHOTOS_MESSAGES['photos.searchFailed']);
  answer = () => found(1);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await viewer();
});

it('searches around the camera when it rests elsewhere, and forgets that in the other mode', async () => {
  const calls = answerCalls({ 'snapshots.nearby': () => found(2), 'snapshots.sitePhotos': () => SITE });
  const { user } = show();
  await user.click(screen.getByRole('radio', { name: 'Camera' }));
  expect((await viewer()).textContent).toContain('from the camera');
  const searches = () => calls.filter(({ name }) => name === 'snapshots.nearby').length;
  expect(photos.tool).toBeNull();
  act(() => listeners.get('rest')!());
  expect(searches()).toBe(1);
  pose.position = [1, 2, 3.002];
  act(() => listeners.get('rest')!());
  await waitFor(() => expect(searches()).toBe(2));
  await user.click(screen.getByRole('radio', { name: 'Click' }));
  expect(screen.getByText(PHOTOS_MESSAGES['photos.waiting'])).toBeDefined();
  expect(preferences.nearbyMode).toBe('click');
});

it('searches 300 ms after the camera rests at the latest, not while it moves, and shows no older answer', async () => {
  const waiting: ((answer: unknown) => void)[] = [];
  const calls = answerCalls({
    'snapshots.nearby': () => new Promise((resolve) => waiting.push(resolve)),
    'snapshots.sitePhotos': () => SITE,
  });
  const asked = () => calls.filter(({ name }) => name === 'snapshots.nearby').map(({ input }) => input);
  setPreference('nearbyMode', 'camera');
  vi.useFakeTimers();
  try {
    show();
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(asked()).toHaveLength(1);
    for (let step = 1; step <= 5; step++) {
      pose.position = [1, 2, 3 + step];
      act(() => listeners.get('pose')?.());
      await act(() => vi.advanceTimersByTimeAsync(200));
    }
    expect(asked()).toHaveLength(1);
    act(() => listeners.get('rest')!());
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(asked()).toHaveLength(2);
    expect(asked()[1]).toMatchObject({ nearbyMode: 'camera', x: 1, y: 2, z: 8 });
  } finally {
    vi.useRealTimers();
  }
  const [older, newer] = waiting;
  await act(async () => newer!({ snapshots: [aPhoto(20)] }));
  expect((await viewer()).textContent).toContain('Ground 20');
  await act(async () => {
    older!({ snapshots: [aPhoto(10)] });
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect((await viewer()).textContent).toContain('Ground 20');
});

it('shows on a card the facts of the photo and the metadata of its file', async () => {
  const details = [
    { label: 'File', value: 'DJI_0018.JPG' },
    { label: 'Exposure', value: '1/640 s' },
  ];
  const calls = answerCalls({
    'snapshots.nearby': () => found(2),
    'snapshots.sitePhotos': () => SITE,
    'snapshots.photo': () => ({ details }),
  });
  const { user } = show();
  await click();
  await user.click(within(await viewer()).getByRole('button', { name: 'Photo details' }));
  const card = await screen.findByRole('region', { name: 'Photo details' });
  await within(card).findByText('1/640 s');
  const rows = [...card.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]);
  expect(rows).toEqual([
    ['Taken', '14 Mar 2026, 23:30, by the clock of the camera'],
    ['Lon, Lat, H', '138.000000°, −35.000000°, 20.00\u202fm'],
    ['File', 'DJI_0018.JPG'],
    ['Exposure', '1/640 s'],
  ]);
  expect(calls.find(({ name }) => name === 'snapshots.photo')!.input).toEqual({ id: 1 });
  await user.click(within(card).getByRole('button', { name: 'Close the details' }));
  expect(screen.queryByRole('region', { name: 'Photo details' })).toBeNull();
});

it('keeps radius and types, and searches with them', async () => {
  const calls = answerCalls({ 'snapshots.nearby': () => found(2), 'snapshots.sitePhotos': () => SITE });
  const { user } = show();
  await click();
  await viewer();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Radius' }), '1');
  await waitFor(() => expect(calls.at(-1)!.input).toMatchObject({ nearbySearchRadius: 1 }));
  await user.click(screen.getByRole('button', { name: 'Filter: All types' }));
  await user.click(screen.getByRole('checkbox', { name: /^Airborne/ }));
  await waitFor(() => expect(calls.at(-1)!.input).toMatchObject({ heightType: ['ground', 'panosphere'] }));
  expect(localStorage.getItem('overlook.nearby-types')).toBe('["ground","panosphere"]');
  expect(localStorage.getItem('overlook.nearby-radius')).toBe('1');
});

it('moves the point to where finer tiles have it, without another search', async () => {
  const calls = answerCalls({ 'snapshots.nearby': () => found(2), 'snapshots.sitePhotos': () => SITE });
  show();
  await click();
  await viewer();
  const searches = () => calls.filter(({ name }) => name === 'snapshots.nearby').length;
  const before = searches();
  const [, tell] = fakes.followPoint.mock.calls.at(-1)!;
  act(() => tell({ ...(hit as ToolHit), pointEcef: [7, 8, 11.5], errorMetres: 0.01 }));
  expect(photos.asked).toMatchObject({ pointEcef: [7, 8, 11.5], errorMetres: 0.01 });
  await waitFor(() =>
    expect(fakes.sight).toHaveBeenLastCalledWith([7, 8, 11.5], [expect.anything(), expect.anything()], {
      errorMetres: 0.01,
      sizeEnu: null,
    }),
  );
  expect(searches()).toBe(before);
});

it('lists how much the photos show of the object that is selected', async () => {
  const item = {
    id: 5,
    name: 'E-102 Reboiler',
    position: { center: { x: 7, y: 8, z: 9 }, dimensions: { x: 6, y: 2, z: 3 } },
  };
  const calls = answerCalls({
    'snapshots.nearby': () => found(3),
    'snapshots.sitePhotos': () => SITE,
    'cad.item': () => ({ item }),
  });
  fakes.sight.mockResolvedValue(sights({ 1: 'hidden', 2: 'part', 3: 'sees' }));
  setPreference('isNearbyList', true);
  select([{ id: 5, features: [] }]);
  show();
  const list = await screen.findByRole('region', { name: 'Photos by what they see' });
  expect(within(list).getByRole('heading').textContent).toBe('1 of 3 photos sees E-102 Reboiler');
  expect(calls.find(({ name }) => name === 'snapshots.nearby')!.input).toMatchObject({ x: 7, y: 8, z: 9 });
  expect(fakes.sight.mock.calls.at(-1)![2]).toMatchObject({ sizeEnu: [6, 2, 3] });
  const rows = within(list).getAllByRole('button', { name: /^Ground/ });
  expect(rows.map((row) => row.textContent.replace(/^(Ground \d).*\Wm (.*)$/, '$1 $2'))).toEqual([
    'Ground 3 Sees it all of it',
    'Ground 2 Sees part behind the model',
    'Ground 1 Hidden behind the model',
  ]);
  expect((await viewer()).textContent).toContain('from E-102 Reboiler');
});

it('the list is in the order of the verdicts in it whenever they change, and no older answer replaces a newer one', async () => {
  answerCalls({ 'snapshots.nearby': () => found(2), 'snapshots.sitePhotos': () => SITE });
  fakes.sight.mockResolvedValue(sights({ 1: 'sees', 2: 'hidden' }));
  setPreference('isNearbyList', true);
  show();
  await click();
  const list = await screen.findByRole('region', { name: 'Photos by what they see' });
  const rows = () =>
    within(list)
      .getAllByRole('button', { name: /^Ground/ })
      .map((row) => row.textContent.replace(/^(Ground \d).*(Sees it|Hidden).*$/, '$1 $2'));
  const orders = [rows().join(', ')];
  const note = () => {
    const now = rows().join(', ');
    if (now !== orders.at(-1)) orders.push(now);
  };
  const observer = new MutationObserver(note);
  observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
  const answers: ((found: PhotoSight[]) => void)[] = [];
  fakes.sight.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  act(() => listeners.get('sightChange')!());
  act(() => listeners.get('sightChange')!());
  // Not in act(), which would show only the state after all effects.
  answers[1]!(sights({ 1: 'hidden', 2: 'sees' }));
  await waitFor(() => expect(rows()[0]).toBe('Ground 2 Sees it'));
  await act(async () => answers[0]!(sights({ 1: 'sees', 2: 'hidden' })));
  observer.disconnect();
  expect(orders).toEqual(['Ground 1 Sees it, Ground 2 Hidden', 'Ground 2 Sees it, Ground 1 Hidden']);
});

/** The window that the viewer is popped out into. */
function aWindow() {
  const page = document.implementation.createHTMLDocument();
  Object.defineProperty(page, 'defaultView', { value: window });
  const there = Object.assign(new EventTarget(), { document: page, focus: () => undefined, close: vi.fn() });
  vi.spyOn(window, 'open').mockReturnValue(there as unknown as Window);
  return there;
}

it('keeps the window of the viewer while a search finds nothing, while one fails, and in the other mode', async () => {
  let answer = (): unknown => found(2);
  answerCalls({ 'snapshots.nearby': () => answer(), 'snapshots.sitePhotos': () => SITE });
  const there = aWindow();
  const { user } = show();
  await click();
  await user.click(within(await viewer()).getByRole('button', { name: /window/ }));
  const { body } = there.document;
  const hasViewer = () => expect(body.querySelector('[aria-label="Photo viewer"]')).not.toBeNull();
  const says = (text: string) => waitFor(() => expect(body.textContent).toContain(text));
  hasViewer();

  answer = () => found(0);
  await click();
  await says(PHOTOS_MESSAGES['photos.none']);
  answer = () => {
    throw new Refusal(503, 'no');
  };
  await click();
  await says(PHOTOS_MESSAGES['photos.searchFailed']);
  answer = () => found(2);
  await user.click(screen.getByRole('radio', { name: 'Camera' }));
  await waitFor(hasViewer);
  expect(there.close).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Back into the panel' }));
  expect(there.close).toHaveBeenCalledOnce();
  await viewer();
});

it('shows why it does not know, or that none shows the point, with a button for all photos', async () => {
  answerCalls({ 'snapshots.nearby': () => found(2), 'snapshots.sitePhotos': () => SITE });
  fakes.sight.mockResolvedValue(sights({ 1: 'unknown', 2: 'hidden' }));
  setPreference('isNearbyList', true);
  const { user } = show();
  await click();
  const list = await screen.findByRole('region', { name: 'Photos by what they see' });
  const unknown = within(list).getByRole('button', { name: /^Ground 1/ });
  expect(unknown.textContent).toContain(PHOTOS_MESSAGES['photos.unknownMissing']);
  await user.click(within(list).getByRole('radio', { name: 'Sees it 0' }));
  expect(await within(list).findByText(PHOTOS_MESSAGES['photos.noneSees'])).toBeDefined();
  await user.click(within(list).getByRole('button', { name: 'List all photos' }));
  expect(within(list).getAllByRole('button', { name: /^Ground/ })).toHaveLength(2);
});
