import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import type { Bookmark } from '@overlook/shared/schemas';
import { queryClient } from '../../../api/queries.ts';
import { setPreference } from '../../../state/preferences.ts';
import { toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { PlacesCard } from './places-card.tsx';
import type { PlaceView } from './place-view.ts';
import { placeOf as place } from './testing/place-of.ts';

const PLACES = [place(12, 'Flare tip'), place(9, 'Pump P-101')];

const view = (): PlaceView => ({
  capture: () => ({
    siteId: 3,
    bookmark: {} as Bookmark,
    view: { link: 'v=1', projection: 'utm', units: 'metric', quality: 'balanced', objects: null },
    isWithoutObjects: false,
  }),
  takePicture: async () => null,
  show: vi.fn(),
  expect: vi.fn(),
});
const lists = {
  'snapshots.user': () => ({ snapshots: PLACES }),
  'snapshots.shares': () => ({ shares: [] }),
  // A refusal of these would end the session.
  'sites.all': () => ({ sites: [] }),
  'modelGroups.all': () => ({ modelgroups: [] }),
  'models.all': () => ({ models: [] }),
};
/** Takes uploads of pictures; other calls go on to their answers. Returns the addresses. */
function answerUploads(): string[] {
  const uploads: string[] = [];
  const answer = fetch;
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    if (!String(address).includes('/snapshots/upload/')) return answer(address, init);
    uploads.push(String(address));
    return Response.json({ uuid: `a${uploads.length - 1}` });
  });
  return uploads;
}
const told = () => toasts.shown.map(({ text }) => text);

beforeEach(() => {
  localStorage.clear();
  setPreference('selectedSiteId', 3);
  setPreference('isPlacesOpen', true);
  setPreference('isEveryPlaceShown', false);
});

describe('the card of Places', () => {
  it('explains its purpose while there are none', async () => {
    answerCalls({ ...lists, 'snapshots.user': () => ({ snapshots: [] }) });
    showInPage(<PlacesCard view={view()} />);
    expect(await screen.findByText("You haven't created any places yet")).toBeTruthy();
  });

  it('says that they could not be fetched, and fetches them again', async () => {
    let isDown = true;
    const user = () => {
      if (isDown) throw new Refusal(500, 'No.');
      return { snapshots: PLACES };
    };
    answerCalls({ ...lists, 'snapshots.user': user });
    const { user: person } = showInPage(<PlacesCard view={view()} />);
    expect(await screen.findByText(PLACES_MESSAGES['places.fetchFailed'])).toBeTruthy();
    isDown = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: /^Flare tip/ })).toBeTruthy();
  });

  it('requests the Places of all sites once that is chosen', async () => {
    const calls = answerCalls(lists);
    const { user } = showInPage(<PlacesCard view={view()} />);
    await screen.findByRole('button', { name: /^Flare tip/ });
    await user.click(screen.getByRole('switch', { name: 'Places of all sites' }));
    await waitFor(() =>
      expect(calls.filter(({ name }) => name === 'snapshots.user').map(({ input }) => input)).toEqual([
        { siteId: 3 },
        {},
      ]),
    );
  });

  it('renames by F2 and Enter, reverts by Escape, and saves nothing that has not changed', async () => {
    const calls = answerCalls({ ...lists, 'snapshots.update': () => ({ status: 'success' }) });
    const { user } = showInPage(<PlacesCard view={view()} />);
    const row = await screen.findByRole('button', { name: /^Flare tip/ });
    act(() => row.focus());
    await user.keyboard('{F2}New{Escape}');
    await user.click(document.body);
    act(() => screen.getByRole('button', { name: /^Flare tip/ }).focus());
    await user.keyboard('{F2}{Enter}');
    expect(calls.filter(({ name }) => name === 'snapshots.update')).toEqual([]);
    act(() => screen.getByRole('button', { name: /^Flare tip/ }).focus());
    await user.keyboard('{F2}Flare, north{Enter}');
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.updated']));
    expect(calls.find(({ name }) => name === 'snapshots.update')?.input).toEqual({ id: 12, name: 'Flare, north' });
  });

  it('a double click lets the name be typed over and does not open the Place', async () => {
    answerCalls(lists);
    const shown = view();
    const { user } = showInPage(<PlacesCard view={shown} />);
    await user.dblClick(await screen.findByRole('button', { name: /^Pump P-101/ }));
    expect(await screen.findByRole('textbox', { name: 'Name of the Place' })).toHaveProperty('value', 'Pump P-101');
    expect(shown.show).not.toHaveBeenCalled();
  });

  it('reports the Place under the pointer before it is opened, and when the pointer leaves', async () => {
    const snapshot = { id: 9 };
    const calls = answerCalls({ ...lists, 'snapshots.get': () => ({ snapshot }) });
    const shown = view();
    const { user } = showInPage(<PlacesCard view={shown} />);
    await user.hover(await screen.findByRole('button', { name: /^Pump P-101/ }));
    await waitFor(() => expect(shown.expect).toHaveBeenLastCalledWith(snapshot));
    expect(calls.find(({ name }) => name === 'snapshots.get')?.input).toEqual({ id: 9 });
    await user.unhover(screen.getByRole('button', { name: /^Pump P-101/ }));
    expect(shown.expect).toHaveBeenLastCalledWith(null);
    expect(shown.show).not.toHaveBeenCalled();
  });

  it('an archived Place can be restored in its row', async () => {
    let isArchived = false;
    const calls = answerCalls({
      ...lists,
      'snapshots.user': () => ({ snapshots: isArchived ? PLACES.slice(1) : PLACES }),
      'snapshots.archive': () => ((isArchived = true), { status: 'success' }),
      'snapshots.restore': () => ((isArchived = false), { status: 'success' }),
    });
    const { user } = showInPage(<PlacesCard view={view()} />);
    await user.click(await screen.findByRole('button', { name: 'More of Flare tip' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: /^Flare tip/ })).toBeTruthy();
    expect(calls.filter(({ name }) => name === 'snapshots.restore').map(({ input }) => input)).toEqual([{ id: 12 }]);
  });

  it('a view whose name could not be saved keeps the name', async () => {
    answerCalls({
      ...lists,
      'snapshots.create': () => {
        throw new Refusal(500, 'The server could not do this.');
      },
    });
    const { user } = showInPage(<PlacesCard view={view()} />);
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    await user.keyboard('Flare{Enter}');
    await waitFor(() => expect(told()).toContain(PLACES_MESSAGES['place.createFailed']));
    expect(screen.getByRole('textbox', { name: 'Name of the Place' })).toHaveProperty('value', 'Flare');
  });

  it('reports when the picture was taken before the view was complete', async () => {
    answerCalls({ ...lists, 'snapshots.create': () => ({ status: 'success' }) });
    answerUploads();
    const takePicture = async () => ({ blob: new Blob(['jpeg']), isComplete: false });
    const { user } = showInPage(<PlacesCard view={{ ...view(), takePicture }} />);
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    await user.keyboard('Flare{Enter}');
    await waitFor(() =>
      expect(told()).toEqual([PLACES_MESSAGES['place.created'], PLACES_MESSAGES['place.savedBeforeComplete']]),
    );
  });

  it('reports when the view could not be drawn', async () => {
    answerCalls({ ...lists, 'snapshots.create': () => ({ status: 'success' }) });
    const { user } = showInPage(<PlacesCard view={view()} />);
    await user.click(await screen.findByRole('button', { name: 'Save this view' }));
    await user.keyboard('Flare{Enter}');
    await waitFor(() =>
      expect(told()).toEqual([PLACES_MESSAGES['place.created'], PLACES_MESSAGES['place.savedWithoutPicture']]),
    );
  });

  it('is searched from eight Places on', async () => {
    let count = 7;
    answerCalls({
      ...lists,
      'snapshots.user': () => ({ snapshots: Array.from({ length: count }, (_, i) => place(i + 1, `Pump ${i + 1}`)) }),
    });
    const { user } = showInPage(<PlacesCard view={view()} />);
    await screen.findByRole('button', { name: /^Pump 7/ });
    expect(screen.queryByRole('searchbox')).toBeNull();
    count = 8;
    await act(() => queryClient.invalidateQueries());
    await user.type(await screen.findByRole('searchbox'), 'pump 3');
    expect(screen.getAllByRole('button', { name: /^Pump/ }).map((row) => row.textContent)).toHaveLength(1);
  });

  it('renders only rows in view, and the one in which a name is typed', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => place(i + 1, `Pump ${i + 1}`));
    answerCalls({ ...lists, 'snapshots.user': () => ({ snapshots: many }) });
    const { user } = showInPage(<PlacesCard view={view()} />);
    await user.dblClick(await screen.findByRole('button', { name: /^Pump 1000/ }));
    await user.keyboard('Flare');
    const list = screen.getByRole('list', { name: 'Places' });
    const scroll = list.parentElement!;
    act(() => {
      scroll.scrollTop = 14_000;
      scroll.dispatchEvent(new Event('scroll'));
    });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.length).toBeLessThan(30);
    expect(rows.at(-1)!.getAttribute('aria-setsize')).toBe('1000');
    expect(within(list).queryByRole('button', { name: /^Pump 999 / })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Name of the Place' })).toHaveProperty('value', 'Flare');
  });

  it('names the addresses that a mail has not reached', async () => {
    const share = { id: 1, snapshotId: 12, sharedAt: '2026-11-20T10:00:00.000Z' };
    answerCalls({
      ...lists,
      'snapshots.shares': () => ({
        shares: [
          { ...share, recipient: 'ann@example.com', status: 'failed' },
          { ...share, id: 2, recipient: 'bob@example.com', status: 'sent' },
        ],
      }),
    });
    showInPage(<PlacesCard view={view()} />);
    const note = await screen.findByText(/A mail with this Place could not be delivered/);
    expect(within(note).queryByText(/bob/)).toBeNull();
    expect(note.textContent).toContain('ann@example.com');
  });
});
