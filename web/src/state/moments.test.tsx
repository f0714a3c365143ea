import { afterEach, expect, it } from 'vitest';
import { moments, momentsAt, resetMoments, setMoment, showMoments } from './moments.ts';
import { setPreference } from './preferences.ts';

const [SITE, OTHER] = [1, 2];
const [MARCH, JUNE] = ['2026-03-14', '2026-06-19'];

afterEach(() => {
  resetMoments();
  setPreference('isSyncOn', true);
});

it('every screen shows the newest at first', () => {
  expect(momentsAt(SITE)).toMatchObject({ screens: [null, null, null], second: null });
});

it('screens that move together go to one moment; the second side of a swipe has its own', () => {
  setMoment(SITE, 1, MARCH);
  setMoment(SITE, 'second', JUNE);
  expect(momentsAt(SITE)).toMatchObject({ screens: [MARCH, MARCH, MARCH], second: JUNE });
});

it('a screen that moves alone has its own moment', () => {
  setPreference('isSyncOn', false);
  setMoment(SITE, 1, MARCH);
  setMoment(SITE, 0, JUNE);
  expect(momentsAt(SITE).screens).toEqual([JUNE, MARCH, null]);
});

it('a date of one site has no meaning for another', () => {
  setMoment(SITE, 0, MARCH);
  expect(momentsAt(OTHER).screens).toEqual([null, null, null]);
  setMoment(OTHER, 'second', JUNE);
  expect(moments).toMatchObject({ siteId: OTHER, screens: [null, null, null], second: JUNE });
});

it('a link sets each screen, and those that it does not name to the newest', () => {
  showMoments(SITE, [null, MARCH], null);
  expect(momentsAt(SITE).screens).toEqual([null, MARCH, null]);
});
