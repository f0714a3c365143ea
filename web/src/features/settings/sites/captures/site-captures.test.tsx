import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WAIT } from '@overlook/engine/testing/wait';
import type { ManagedCapture } from '@overlook/shared/schemas';
import { choosePlaced, placing } from '../../../../state/placing.ts';
import { preferences, setPreference } from '../../../../state/preferences.ts';
import { toasts } from '../../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../../testing/in-page.tsx';
import { aManagedSite } from '../testing/a-managed-site.ts';
import { SiteCaptures } from './site-captures.tsx';

const capture = (id: number, takenOn: string, more: Partial<ManagedCapture> = {}): ManagedCapture => ({
  id,
  siteId: 1,
  modeltypeId: 1,
  takenOn,
  precision: 'day',
  placement: null,
  filepath: '/tileset.json',
  publishedAt: '2026-11-01T08:00:00.000Z',
  isCurrent: false,
  scanPositions: 0,
  withdrawnAt: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  by: 'ana@example.com',
  bytes: 9_100_000_000,
  points: 38_600_000,
  references: { places: 0, mocs: 0, links: 0, measurements: 0 },
  isNextToGo: false,
  ...more,
});

const POINTS = [
  capture(5, '2026-11-25', { publishedAt: null }),
  capture(4, '2026-10-31', { isCurrent: true, references: { places: 3, mocs: 1, links: 0, measurements: 0 } }),
  capture(3, '2026-03-01', { precision: 'month', withdrawnAt: '2026-11-02T08:00:00.000Z' }),
  capture(2, '2025-09-12', { isNextToGo: true }),
];
const CAD = [capture(9, '2026-10-31', { modeltypeId: 4, points: null, isCurrent: true })];

function show(
  answer: () => object = () => ({
    layers: [
      { modeltypeId: 1, keep: { kind: 'newest', count: 5 }, captures: POINTS },
      { modeltypeId: 4, keep: null, captures: CAD },
    ],
  }),
) {
  const done = () => ({ status: 'success' });
  const calls = answerCalls({
    'captures.managed': answer,
    'captures.publish': done,
    'captures.discard': done,
    'captures.date': () => {
      throw new Refusal(409, 'This layer has a capture of 2026-10-31 already.');
    },
    'captures.withdraw': done,
    'captures.restore': done,
    'captures.delete': done,
    'captures.keep': done,
  });
  const { user } = showInPage(<SiteCaptures site={aManagedSite(1, { photos: 7 })} />, ['SITES:MANAGE']);
  const asked = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user, asked };
}

const pressed = async (user: ReturnType<typeof show>['user'], name: string, at = 0) =>
  user.click((await screen.findAllByRole('button', { name }, WAIT))[at]!);
const details = (name: string) => screen.getByRole('region', { name });
const confirm = (user: ReturnType<typeof show>['user'], name: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));

it('says what a capture has, and what names its date', async () => {
  const { user } = show();
  await pressed(user, '31 Oct 2026');
  const text = details('Point Cloud, 31 Oct 2026').textContent!.replaceAll('\u202F', ' ');
  expect(text).toContain('38.6 million points, 9.1 GB, published 1 Nov 2026 by ana@example.com');
  expect(text).toContain('3 Places and 1 change name its date.');
  await pressed(user, '31 Oct 2026');
  expect(screen.queryByRole('region', { name: 'Point Cloud, 31 Oct 2026' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Mar 2026, withdrawn' })).toBeTruthy();
});

it('publishes a draft after saying what the rule then removes', async () => {
  const { user, asked } = show();
  await pressed(user, '25 Nov 2026, draft');
  expect(details('Point Cloud, 25 Nov 2026').textContent).toContain('Only you see it.');
  await pressed(user, 'Publish');
  expect(screen.getByRole('alertdialog').textContent).toContain('removes Point Cloud, 12 Sep 2025.');
  await confirm(user, 'Publish');
  await waitFor(() => expect(asked('captures.publish')).toEqual([{ siteId: 1, captureId: 5, replace: false }]), WAIT);
  await waitFor(() => expect(toasts.shown.at(-1)?.text).toBe('Point Cloud, 25 Nov 2026 is published'), WAIT);
});

it('publishes a draft of a date that is taken in the place of that capture', async () => {
  const captures = [capture(6, '2026-10-31', { publishedAt: null }), POINTS[1]!];
  const { user, asked } = show(() => ({ layers: [{ modeltypeId: 1, keep: null, captures }] }));
  await pressed(user, '31 Oct 2026, draft');
  await pressed(user, 'Publish');
  expect(screen.getByRole('alertdialog').textContent).toContain('takes the place of the capture of the same date');
  await confirm(user, 'Publish');
  await waitFor(() => expect(asked('captures.publish')).toEqual([{ siteId: 1, captureId: 6, replace: true }]), WAIT);
});

it('opens the viewer at a site to place a capture, which a withdrawn one cannot be', async () => {
  const { user } = show();
  await pressed(user, 'Mar 2026, withdrawn');
  expect(screen.queryByRole('button', { name: 'Place by hand' })).toBeNull();
  await pressed(user, '12 Sep 2025');
  await pressed(user, 'Place by hand');
  expect([placing.captureId, preferences.selectedSiteId, location.pathname]).toEqual([2, 1, '/place']);
  act(() => choosePlaced(null));
  setPreference('selectedSiteId', null);
  history.replaceState(null, '', '/');
});

it('throws a draft away, withdraws, shows again and deletes', async () => {
  const { user, asked } = show();
  await pressed(user, '25 Nov 2026, draft');
  await pressed(user, 'Throw away');
  await confirm(user, 'Throw away');
  await waitFor(() => expect(asked('captures.discard')).toEqual([{ siteId: 1, captureId: 5 }]), WAIT);
  await pressed(user, '12 Sep 2025');
  await pressed(user, 'Withdraw');
  await confirm(user, 'Withdraw');
  await waitFor(() => expect(asked('captures.withdraw')).toEqual([{ siteId: 1, captureId: 2 }]), WAIT);
  await pressed(user, 'Mar 2026, withdrawn');
  await pressed(user, 'Show again');
  await waitFor(() => expect(asked('captures.restore')).toEqual([{ siteId: 1, captureId: 3 }]), WAIT);
  await pressed(user, 'Delete');
  await confirm(user, 'Delete');
  await waitFor(() => expect(asked('captures.delete')).toEqual([{ siteId: 1, captureId: 3, evenIfNamed: true }]), WAIT);
});

it('keeps the only capture of a layer, and changes the rule of a layer at once', async () => {
  const { user, asked } = show();
  await pressed(user, '31 Oct 2026', 1);
  const withdraw = within(details('Project Layer, 31 Oct 2026')).getByRole('button', { name: 'Withdraw' });
  expect(withdraw.getAttribute('data-tooltip')).toBe('The only capture of a layer stays');
  const rule = screen.getByRole('combobox', { name: 'Captures of Project Layer that are kept' });
  await user.selectOptions(rule, '2 years');
  const keep = { kind: 'age', days: 730 };
  await waitFor(() => expect(asked('captures.keep')).toEqual([{ siteId: 1, modeltypeId: 4, keep }]), WAIT);
  expect(screen.getByText(/The next publication removes Point Cloud, 12 Sep 2025\./)).toBeTruthy();
});

it('says why a capture cannot have a date', async () => {
  const { user, asked } = show();
  await pressed(user, '12 Sep 2025');
  await pressed(user, 'Change date');
  const field = screen.getByRole('textbox', { name: 'Captured on' });
  expect((field as HTMLInputElement).value).toBe('2025-09-12');
  await user.clear(field);
  await user.type(field, '2026-10-31{Enter}');
  expect(await screen.findByText('This layer has a capture of 2026-10-31 already.', {}, WAIT)).toBeTruthy();
  expect(asked('captures.date')).toEqual([{ siteId: 1, captureId: 2, captured: '2026-10-31' }]);
});

it('has an empty and a failed state', async () => {
  show(() => ({ layers: [] }));
  expect(await screen.findByText('No layers yet', {}, WAIT)).toBeTruthy();
});

it('can be asked for again where it could not be fetched', async () => {
  show(() => {
    throw new Refusal(503, 'The server is busy.');
  });
  expect(await screen.findByText('There was a problem fetching captures', {}, WAIT)).toBeTruthy();
});
