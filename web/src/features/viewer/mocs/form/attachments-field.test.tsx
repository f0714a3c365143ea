import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Attachment } from '@overlook/shared/schemas';
import { FakeRequest } from '../../../../testing/fake-request.ts';
import { answerCalls, showInPage } from '../../../../testing/in-page.tsx';
import { reportReachable, reportUnreachable } from '../../../../state/connection.ts';
import { mocOf } from '../testing/moc-of.ts';
import { MocEditing } from './moc-editing.tsx';
import { cancelAllUploads } from './uploads.ts';

const POI = { longitude: 138.49, latitude: -35.08, altitude: 30, x: -3913000, y: 3462000, z: -3645000 };
const MOC = mocOf({ id: 7, name: 'Platform', pois: [POI], version: 3 });
const UUIDS = ['8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55', '6f1b6a10-6a4e-4a53-9d8a-5a2f0d6b1c11'];

beforeEach(() => {
  sessionStorage.clear();
  cancelAllUploads();
  FakeRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

/** Shows the form of a change without files; returns the calls of the page. */
async function open() {
  const calls = answerCalls({ 'mocs.get': () => ({ moc: MOC }), 'mocs.update': () => ({ moc: MOC }) });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const { user } = showInPage(<MocEditing place={{ siteId: 1, mocId: 7 }} onClose={() => undefined} />);
  await screen.findByRole('group', { name: 'Attachments' });
  return { user, calls };
}

const file = (name: string) => new File(['12345678'], name, { type: 'text/plain' });
const form = () => document.querySelector('form')!;
const rows = () =>
  within(screen.getByRole('group', { name: 'Attachments' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Gives files to the form, as a drop or a paste does. */
function give(kind: 'drop' | 'paste', files: readonly File[]): void {
  const data = { files, types: ['Files'], items: [], getData: () => '' };
  const event = createEvent[kind](form(), kind === 'drop' ? { dataTransfer: data } : { clipboardData: data });
  fireEvent(form(), event);
}

const saved = (index: number, filename: string): { attachment: Attachment } => ({
  attachment: {
    id: index + 1,
    uuid: UUIDS[index]!,
    filename,
    mediaType: 'text/plain',
    sizeBytes: 8,
    createdAt: '2026-03-14T10:00:00.000Z',
  },
});

it.each(['drop', 'paste'] as const)('files come by %s, and are saved with the change', async (kind) => {
  const { user, calls } = await open();
  act(() => give(kind, [file('plan.txt'), file('more.txt')]));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(2));
  const [first, second] = FakeRequest.all;
  await first!.progress(4);
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload of plan.txt' }).value).toBe(4);
  expect(screen.getByRole('button', { name: 'Save MOC' })).toHaveProperty('disabled', true);
  await first!.answer(200, saved(0, 'plan.txt'));
  await second!.answer(200, saved(1, 'more.txt'));
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save MOC' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'mocs.update')?.input).toMatchObject({ attachmentUUIDs: UUIDS }),
  );
});

it('an upload that is cancelled ends, and the next one begins', async () => {
  const { user } = await open();
  act(() => give('drop', ['1.txt', '2.txt', '3.txt', '4.txt'].map(file)));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Cancel 2.txt' }));
  expect(FakeRequest.all[1]!.wasAborted).toBe(true);
  await waitFor(() => expect(FakeRequest.all).toHaveLength(4));
  expect((FakeRequest.last.sent!.get('attachment') as File).name).toBe('4.txt');
  expect(rows().some((text) => text?.includes('2.txt'))).toBe(false);
});

it('an upload whose connection broke continues when the server answers again', async () => {
  await open();
  act(() => give('drop', [file('plan.txt')]));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(1));
  await FakeRequest.last.breakOff();
  expect(screen.getByRole('alert').textContent).toBe('The connection broke. The upload goes on when it is back.');
  act(() => reportReachable());
  await waitFor(() => expect(FakeRequest.all).toHaveLength(2));
});

it('an upload whose connection broke each time waits for a person', async () => {
  const { user } = await open();
  act(() => give('drop', [file('plan.txt')]));
  for (let tries = 1; tries <= 5; tries++) {
    await waitFor(() => expect(FakeRequest.all).toHaveLength(tries));
    act(() => reportUnreachable());
    await FakeRequest.last.breakOff();
    await act(async () => reportReachable());
  }
  act(() => give('drop', [file('more.txt')]));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(6));
  expect((FakeRequest.last.sent!.get('attachment') as File).name).toBe('more.txt');
  await user.click(screen.getByRole('button', { name: 'Retry plan.txt' }));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(7));
  expect((FakeRequest.last.sent!.get('attachment') as File).name).toBe('plan.txt');
});

it('a refused file shows the reason, and can be sent again by hand', async () => {
  const { user } = await open();
  act(() => give('drop', [file('plan.txt')]));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(1));
  await FakeRequest.last.answer(400, { error: 'This file is damaged.' });
  expect(screen.getByRole('alert').textContent).toBe('This file is damaged.');
  await user.click(screen.getByRole('button', { name: 'Retry plan.txt' }));
  await waitFor(() => expect(FakeRequest.all).toHaveLength(2));
});
