import { screen, within } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Moc } from '@overlook/shared/schemas';
import { resetMocs } from '../../../state/mocs.ts';
import { FakeRequest } from '../../../testing/fake-request.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { MocsCard } from './mocs-card.tsx';
import { mocOf, readingCalls } from './testing/moc-of.ts';

function Page() {
  const view = useRef<HTMLDivElement>(null);
  return (
    <div ref={view}>
      <MocsCard siteId={1} view={view} onAdd={() => undefined} />
    </div>
  );
}

function show(listed: Moc[], tokens: readonly PermissionToken[] = ['MOC:VIEW', 'MOC:CREATE']) {
  answerCalls(readingCalls(() => listed));
  return showInPage(<Page />, tokens).user;
}

async function importFile(user: ReturnType<typeof show>) {
  await user.upload(await screen.findByLabelText('BCF file'), new File(['12345678'], 'review.bcfzip'));
  return screen.findByRole('group', { name: 'Import of review.bcfzip' });
}

beforeEach(() => {
  resetMocs();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

it('a BCF file is sent with its progress, and added and refused topics are shown', async () => {
  const user = show([]);
  expect(await screen.findByRole('button', { name: 'Import BCF' })).toBeTruthy();
  const part = await importFile(user);
  const request = FakeRequest.last;
  expect(request.address).toBe('POST /api/sites/1/mocs/import.bcfzip');
  expect((request.sent!.get('bcf') as File).name).toBe('review.bcfzip');
  await request.progress(4);
  expect(within(part).getByRole<HTMLProgressElement>('progressbar').value).toBe(4);
  expect(within(part).getByRole('button', { name: 'Cancel import' })).toBeTruthy();
  await request.progress(8);
  expect(within(part).getByText('The topics are being added')).toBeTruthy();
  expect(within(part).queryByRole('button')).toBeNull();
  const topic = { name: 'Clash', guid: 'g' };
  await request.answer(200, {
    status: 'success',
    created: [
      { ...topic, id: 1 },
      { ...topic, id: 2 },
    ],
    skipped: [topic],
    failed: [{ topic: 'Far away', reason: 'This position is not at this site.' }],
    notes: [{ topic: 'Clash', note: 'Its view is left out: view.bcfv is missing.' }],
  });
  expect(within(part).getByText('2 MOCs added, 1 there already, 1 refused')).toBeTruthy();
  expect(
    within(part)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Far away: This position is not at this site.', 'Clash: Its view is left out: view.bcfv is missing.']);
  await user.click(within(part).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('group', { name: /^Import of/ })).toBeNull();
});

it('a refused file shows the reason, and sending can be cancelled', async () => {
  const user = show([mocOf({ id: 1 })]);
  const part = await importFile(user);
  await FakeRequest.last.answer(400, { error: 'This is no BCF file.' });
  expect(within(part).getByRole('alert').textContent).toBe('This is no BCF file.');
  await importFile(user);
  await user.click(screen.getByRole('button', { name: 'Cancel import' }));
  expect(FakeRequest.last.wasAborted).toBe(true);
  expect(screen.queryByRole('group', { name: /^Import of/ })).toBeNull();
});

it('a broken connection is shown, and choosing the file again sends it again', async () => {
  const user = show([]);
  const part = await importFile(user);
  await FakeRequest.last.progress(4);
  await FakeRequest.last.breakOff();
  expect(within(part).getByRole('alert').textContent).toBe(MOCS_MESSAGES['bcf.broken']);
  const again = await importFile(user);
  expect((FakeRequest.last.sent!.get('bcf') as File).name).toBe('review.bcfzip');
  await FakeRequest.last.answer(200, {
    status: 'success',
    created: [],
    skipped: [{ name: 'A', guid: 'g' }],
    failed: [],
    notes: [],
  });
  expect(within(again).getByText('0 MOCs added, 1 there already')).toBeTruthy();
});

it.each([
  [['MOC:VIEW', 'MOC:CREATE'], 'Import and export MOCs', 1],
  [['MOC:VIEW'], 'Export MOCs', 0],
] as const)('with %j the menu is "%s"', async (tokens, name, imports) => {
  const user = show([mocOf({ id: 1 })], tokens);
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByRole('menuitem', { name: 'Export BCF' })).toBeTruthy();
  expect(screen.queryAllByRole('menuitem', { name: 'Import BCF' })).toHaveLength(imports);
});

it('the result of an import is shown when the panel was closed meanwhile', async () => {
  answerCalls(readingCalls(() => []));
  const { user, show: showNext } = showInPage(<Page />, ['MOC:VIEW', 'MOC:CREATE']);
  await importFile(user);
  showNext(null);
  await FakeRequest.last.answer(200, {
    status: 'success',
    created: [{ id: 1, name: 'Clash', guid: 'g' }],
    skipped: [],
    failed: [],
    notes: [],
  });
  showNext(<Page />);
  expect(await screen.findByText('1 MOC added')).toBeTruthy();
});
