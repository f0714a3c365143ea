import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { expect, it, vi } from 'vitest';
import { toasts } from '../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../testing/in-page.tsx';
import { bookmarkOf, openPlace, useBookmark } from './use-bookmark.ts';

it.each([
  ['/bookmark/3/41', { siteId: 3, id: 41 }],
  ['/bookmark/3/41/', { siteId: 3, id: 41 }],
  ['/bookmark/3', null],
  ['/bookmark/0/1', null],
  ['/bookmark/3/4x', null],
  ['/bookmarks/3/41', null],
  ['/', null],
])('%s names %o', (path, named) => expect(bookmarkOf(path)).toEqual(named));

const place = { id: 41, siteId: 3, archived: false };

it.each([
  [
    'a Place that is not there',
    () => {
      throw new Refusal(404, 'None.', {}, 'NOT_FOUND');
    },
    PLACES_MESSAGES['bookmark.notFound'],
  ],
  [
    "another person's archived Place",
    () => {
      throw new Refusal(404, 'Archived.', {}, 'ARCHIVED');
    },
    PLACES_MESSAGES['place.isArchived'],
  ],
  ['an own archived Place', () => ({ snapshot: { ...place, archived: true } }), PLACES_MESSAGES['place.isArchived']],
  ['a Place of another site', () => ({ snapshot: { ...place, siteId: 4 } }), PLACES_MESSAGES['bookmark.notFound']],
  [
    'a failing server',
    () => {
      throw new Refusal(500, 'Oh.');
    },
    PLACES_MESSAGES['bookmark.loadFailed'],
  ],
])('%s is not shown, and the reason is given', async (_what, answer, key) => {
  answerCalls({ 'snapshots.get': answer });
  const show = vi.fn();
  await openPlace({ siteId: 3, id: 41 }, { show });
  expect(show).not.toHaveBeenCalled();
  expect(toasts.shown.map((toast) => toast.text)).toEqual([key]);
});

it('a Place is shown', async () => {
  answerCalls({ 'snapshots.get': () => ({ snapshot: place }) });
  const show = vi.fn();
  await openPlace({ siteId: 3, id: 41 }, { show });
  expect(show).toHaveBeenCalledWith(place);
  expect(toasts.shown).toEqual([]);
});

it('says of an address that can name no Place that it leads to none', () => {
  answerCalls({});
  window.history.replaceState(null, '', '/bookmark/abc/def');
  const Shell = () => {
    useBookmark();
    return null;
  };
  showInPage(<Shell />);
  expect(toasts.shown.map(({ text }) => text)).toEqual([PLACES_MESSAGES['bookmark.notFound']]);
});
