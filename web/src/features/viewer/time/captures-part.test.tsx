import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stage } from '@overlook/engine';
import { TIME_MESSAGES } from '@overlook/shared/messages';
import { queryClient } from '../../../api/queries.ts';
import { command } from '../../../state/commands.ts';
import { capturesOf, momentsAt, resetMoments, showMoments } from '../../../state/moments.ts';
import { resetScreen, stageOpened } from '../../../state/screens.ts';
import { resetStageChoices, setLayer } from '../../../state/stage.ts';
import { openSwipe, resetSwipe } from '../../../state/swipe.ts';
import { dismissToast, toasts } from '../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { SiteCapturesPart } from './captures-part.tsx';
import { capturesOfMock } from './testing/captures.ts';

const SITE = 1;
const TEXTURED = 3;

beforeEach(() => {
  answerCalls({ 'captures.all': () => ({ captures: capturesOfMock() }) });
  setLayer(0, TEXTURED);
});
afterEach(() => {
  act(() => {
    resetMoments();
    resetStageChoices();
    resetSwipe();
    for (const { id } of toasts.shown) dismissToast(id);
  });
  queryClient.clear();
});

async function show() {
  showInPage(<SiteCapturesPart siteId={SITE} />);
  await waitFor(() => expect(capturesOf(SITE)).not.toBeNull());
}
const step = (by: 1 | -1, isSecond = false) => act(() => command('stepCapture', { by, isSecond }));

it('tells the viewer the captures of the site', async () => {
  await show();
  expect(capturesOf(SITE)).toMatchObject({ areSeveral: true, newestDay: '2026-10-31' });
});

it('steps the active screen, and with Shift the second side of a swipe', async () => {
  await show();
  step(-1);
  expect(momentsAt(SITE)).toMatchObject({ screens: ['2026-09-26', '2026-09-26', '2026-09-26'], second: null });
  step(1, true);
  expect(momentsAt(SITE)).toMatchObject({ screens: [null, null, null], second: null });
  act(() => openSwipe({ secondLayerId: TEXTURED, fraction: 0.5, direction: 'sideBySide' }));
  step(-1, true);
  expect(momentsAt(SITE)).toMatchObject({ screens: [null, null, null], second: '2026-09-26' });
});

it('says once what is shown instead of a capture that is not there', async () => {
  showMoments(SITE, ['2026-04-01', 'draft-77'], null);
  await show();
  expect(toasts.shown.map(({ text }) => text)).toEqual([
    'There is no capture of 1 Apr 2026 any more. 14 Mar 2026 is shown.',
    TIME_MESSAGES['time.missingDraft'],
  ]);
});

it('goes back to the date before where one cannot be opened, and says so', async () => {
  let fail: (error: { url: string; final: boolean }) => void = () => undefined;
  const stage = { on: (_: string, handler: typeof fail) => ((fail = handler), () => undefined), state: () => ({}) };
  act(() => stageOpened(0, stage as unknown as Stage));
  await show();
  step(-1);
  const url = new URL('/files/3/2026-09-26/tileset.json', location.href).href;
  act(() => fail({ url: `${url}x`, final: true }));
  act(() => fail({ url, final: false }));
  expect(momentsAt(SITE).screens[0]).toBe('2026-09-26');
  act(() => fail({ url, final: true }));
  expect(momentsAt(SITE).screens[0]).toBeNull();
  expect(toasts.shown.map(({ text }) => text)).toEqual(['26 Sep 2026 could not be opened']);
  act(() => toasts.shown[0]!.onRetry!());
  expect(momentsAt(SITE).screens[0]).toBe('2026-09-26');
  act(() => resetScreen(0));
});

it('a site whose captures cannot be asked for shows what its layers are', async () => {
  answerCalls({
    'captures.all': () => {
      throw new Refusal(500, 'It broke.');
    },
  });
  await show();
  expect(capturesOf(SITE)).toMatchObject({ areSeveral: false });
});
