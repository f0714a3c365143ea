import { act, cleanup, screen, within } from '@testing-library/react';
import { useSnapshot } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TIME_MESSAGES } from '@overlook/shared/messages';
import { queryClient } from '../../../api/queries.ts';
import { moments, momentsAt, resetMoments, setCaptures, setMoment } from '../../../state/moments.ts';
import { choosePlaced, placing } from '../../../state/placing.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import type { TimeFlag } from './flags.ts';
import { siteCaptures } from './site-captures.ts';
import { capturesOfMock } from './testing/captures.ts';
import { TimeBar } from './time-bar.tsx';
import { TimeSheet } from './time-sheet.tsx';

const SITE = 1;
const TEXTURED = 3;
const [MARCH, SEPTEMBER] = ['2026-03-14', '2026-09-26'];

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  answerCalls({ 'captures.all': () => ({ captures: capturesOfMock() }) });
});
afterEach(() => {
  act(() => {
    resetMoments();
    setPreference('isTimeBarOpen', null);
    setPreference('isSyncOn', true);
  });
  queryClient.clear();
  vi.useRealTimers();
});

const screenFlag = (moment: string | null = null): TimeFlag => ({
  place: 0,
  name: null,
  mark: null,
  moment,
  layer: TEXTURED,
});

function Bar({ isSwiping = false }: { isSwiping?: boolean }) {
  const { screens, second } = useSnapshot(moments);
  const left: TimeFlag = { ...screenFlag(screens[0]), ...(isSwiping && { name: 'left', mark: 'L' }) };
  const right: TimeFlag = { place: 'second', name: 'right', mark: 'R', moment: second, layer: TEXTURED };
  return <TimeBar siteId={SITE} flags={isSwiping ? [left, right] : [left]} active={0} />;
}

async function show(isSwiping = false) {
  const { user } = showInPage(<Bar isSwiping={isSwiping} />);
  await screen.findByRole('button', { name: '14 Mar 2026' });
  return user;
}
const shownMoment = () => momentsAt(SITE).screens[0];
const slider = (name: string = TIME_MESSAGES['time.momentOfAll']) => screen.getByRole('slider', { name });
const press = (name: string) => screen.getByRole('button', { name });

describe('the time bar', () => {
  it('counts the captures, and says what each of them has', async () => {
    await show();
    expect(screen.getByText('6, one is a draft')).toBeTruthy();
    const names = ['12 Sep 2025', '14 Mar 2026', '19 Jun 2026', '26 Sep 2026', '31 Oct 2026', 'Draft, 25 Nov 2026'];
    const points = names.map((name) => screen.getByRole('button', { name }));
    expect(points[0]!.dataset['tooltip']).toBe('12 Sep 2025\nPoint Cloud only.\nTextured begins on 14 Mar 2026.');
    expect(points[5]!.dataset['tooltip']).toContain(TIME_MESSAGES['time.othersNeverSeeIt']);
    expect(points[4]!.getAttribute('aria-current')).toBe('true');
    expect(slider().getAttribute('aria-valuetext')).toBe('31 Oct 2026, Textured only.');
  });

  it('opens the panel that places the shown capture, for those who manage the site', async () => {
    setCaptures(siteCaptures(SITE, capturesOfMock()));
    showInPage(<Bar />);
    await screen.findByRole('button', { name: '14 Mar 2026' });
    expect(screen.queryByRole('button', { name: /^Place by hand/ })).toBeNull();
    cleanup();
    const { user } = showInPage(<Bar />, ['SITES:MANAGE']);
    await user.click(await screen.findByRole('button', { name: 'Place by hand: Textured, 31 Oct 2026' }));
    expect(placing.captureId).toBe(5);
    expect(location.pathname).toBe('/place');
    act(() => choosePlaced(null));
    history.replaceState(null, '', '/');
  });

  it('shows the date that is clicked, and the newest as the newest', async () => {
    const user = await show();
    await user.click(press('14 Mar 2026'));
    expect(shownMoment()).toBe(MARCH);
    expect(slider().getAttribute('aria-valuenow')).toBe('2');
    await user.click(press('31 Oct 2026'));
    expect(shownMoment()).toBeNull();
    await user.click(press('Draft, 25 Nov 2026'));
    expect(shownMoment()).toBe('draft-6');
  });

  it('is moved with keys', async () => {
    const user = await show();
    act(() => slider().focus());
    await user.keyboard('{ArrowLeft}');
    expect(shownMoment()).toBe(SEPTEMBER);
    await user.keyboard('{Home}');
    expect(shownMoment()).toBe('2025-09-12');
    await user.keyboard('{ArrowRight}');
    expect(shownMoment()).toBe(MARCH);
    await user.keyboard('{End}');
    expect(shownMoment()).toBe('draft-6');
  });

  it('steps, and stops at the ends', async () => {
    const user = await show();
    await user.click(press(TIME_MESSAGES['time.later']));
    expect(shownMoment()).toBe('draft-6');
    expect(press(TIME_MESSAGES['time.later'])).toHaveProperty('disabled', true);
    await user.click(press(TIME_MESSAGES['time.earlier']));
    expect(shownMoment()).toBeNull();
  });

  it('plays from capture to capture, until the last or any input', async () => {
    const user = await show();
    await user.click(press('14 Mar 2026'));
    vi.useFakeTimers();
    const seconds = (count: number) => act(async () => void (await vi.advanceTimersByTimeAsync(1000 * count)));
    act(() => press(TIME_MESSAGES['time.play']).click());
    await seconds(1.6);
    expect(shownMoment()).toBe('2026-06-19');
    act(() => void window.dispatchEvent(new Event('keydown')));
    await seconds(5);
    expect(shownMoment()).toBe('2026-06-19');
    act(() => press(TIME_MESSAGES['time.play']).click());
    for (let i = 0; i < 6; i++) await seconds(1.5);
    expect(shownMoment()).toBe('draft-6');
    expect(press(TIME_MESSAGES['time.play'])).toBeTruthy();
  });

  it('has a flag for each side of a swipe; a click moves the nearer one', async () => {
    act(() => setMoment(SITE, 0, MARCH));
    const user = await show(true);
    await user.click(press('26 Sep 2026'));
    expect([shownMoment(), momentsAt(SITE).second]).toEqual([MARCH, SEPTEMBER]);
    await user.click(press('12 Sep 2025'));
    expect([shownMoment(), momentsAt(SITE).second]).toEqual(['2025-09-12', SEPTEMBER]);
    act(() => slider('Date, right').focus());
    await user.keyboard('{ArrowRight}');
    expect(momentsAt(SITE).second).toBeNull();
  });

  it('is hidden until it is asked for', async () => {
    const user = await show();
    await user.click(press(TIME_MESSAGES['time.hide']));
    expect(preferences.isTimeBarOpen).toBe(false);
  });
});

describe('the sheet of a phone', () => {
  function Sheet() {
    const { screens } = useSnapshot(moments);
    return <TimeSheet siteId={SITE} flags={[screenFlag(screens[0])]} swipeBar={null} />;
  }

  it('has a chip for each date, and says where the layer stays', async () => {
    const { user } = showInPage(<Sheet />);
    await user.click(await screen.findByRole('button', { name: '19 Jun 2026' }));
    expect(shownMoment()).toBe('2026-06-19');
    expect(screen.getByText('Textured has no capture of 19 Jun 2026. Textured stays at 14 Mar 2026.')).toBeTruthy();
    const dates = within(screen.getByRole('group')).getAllByRole('button');
    expect(dates.map((one) => one.getAttribute('aria-pressed')).indexOf('true')).toBe(2);
    await user.click(press(TIME_MESSAGES['time.earlier']));
    expect(shownMoment()).toBe(MARCH);
  });
});
