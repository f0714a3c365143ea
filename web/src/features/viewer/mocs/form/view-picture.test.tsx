import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Stage, ToolHit } from '@overlook/engine';
import { resetScreen, stageOpened } from '../../../../state/screens.ts';
import { stageTools } from '../../../../state/tools.ts';
import { FakeRequest } from '../../../../testing/fake-request.ts';
import { answerCalls, showInPage } from '../../../../testing/in-page.tsx';
import { mocOf } from '../testing/moc-of.ts';
import { MocEditing } from './moc-editing.tsx';
import { attachView, VIEW_WAIT_MOST_MS, viewAttached } from './view-picture.ts';

const POI = { longitude: 138.49, latitude: -35.08, altitude: 30, x: -3913000, y: 3462000, z: -3645000 };
const fileOf = (uuid: string, filename: string) => ({
  id: 1,
  uuid,
  filename,
  mediaType: 'image/jpeg',
  sizeBytes: 4,
  createdAt: '',
});
const UUIDS = ['8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55', '6f1b6a10-6a4e-4a53-9d8a-5a2f0d6b1c11'] as const;
const SAVED = mocOf({ id: 7, name: 'Platform', pois: [POI], version: 3, attachments: [fileOf(UUIDS[0], 'View.jpg')] });

let give: (picture: Blob | null) => void;

function open(mocId: number | null) {
  const calls = answerCalls({
    'mocs.get': () => ({ moc: SAVED }),
    'mocs.create': () => ({ moc: mocOf({ id: 9 }) }),
    'mocs.update': () => ({ moc: SAVED }),
  });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const onClose = vi.fn<() => void>();
  const stage = {
    state: () => ({ layerId: 3 }),
    pose: () => ({ position: [1, 0, 0], direction: [0, 1, 0], up: [0, 0, 1] }),
    screenshot: () => new Promise<Blob | null>((resolve) => (give = resolve)),
  };
  stageOpened(0, stage as unknown as Stage);
  const { user } = showInPage(<MocEditing place={{ siteId: 1, mocId }} onClose={onClose} />);
  const saved = (name: string) => calls.find((call) => call.name === name)?.input;
  return { user, onClose, saved };
}

const clickModel = () =>
  act(() => stageTools.override!.tap({ pointEcef: [POI.x, POI.y, POI.z] } as unknown as ToolHit, null, null));
const taken = () => act(async () => give(new Blob(['view'], { type: 'image/jpeg' })));
const uploaded = () => FakeRequest.last.answer(200, { attachment: fileOf(UUIDS[1], 'View.jpg') });
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  sessionStorage.clear();
  FakeRequest.all = [];
});

afterEach(() => resetScreen(0));

describe('a new change', () => {
  const fill = async (user: ReturnType<typeof open>['user']) => {
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Bund');
    await user.type(await screen.findByRole('textbox', { name: 'Document number' }), 'M9');
    await press(user, 'Add MOC');
  };

  it('is saved with the picture of its view', async () => {
    const { user, onClose, saved } = open(null);
    clickModel();
    await fill(user);
    expect(saved('mocs.create')).toBeUndefined();
    await taken();
    await uploaded();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved('mocs.create')).toMatchObject({ attachmentUUIDs: [UUIDS[1]] });
  });

  it.each(['is not drawn', 'cannot be uploaded'])('is saved without a picture that %s', async (failure) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, onClose, saved } = open(null);
    clickModel();
    if (failure === 'is not drawn') await act(async () => give(null));
    else {
      await taken();
      await FakeRequest.last.breakOff();
    }
    await fill(user);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved('mocs.create')).toMatchObject({ attachmentUUIDs: [] });
    error.mockRestore();
  });

  it('that was only begun closes without a question, and uploads nothing afterwards', async () => {
    const { user, onClose } = open(null);
    clickModel();
    await screen.findByRole('dialog', { name: 'Add MOC' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await taken();
    expect(FakeRequest.all).toEqual([]);
  });
});

it('of another view replaces the saved one', async () => {
  const { user, saved } = open(7);
  await press(user, 'Use the present view');
  await taken();
  await uploaded();
  await press(user, 'Save MOC');
  await waitFor(() =>
    expect(saved('mocs.update')).toMatchObject({
      attachmentUUIDs: [UUIDS[1]],
      removedAttachmentUUIDs: [UUIDS[0]],
    }),
  );
});

it('that never comes holds a save up for a time only', async () => {
  vi.useFakeTimers();
  attachView(new Promise(() => undefined), []);
  const saving = vi.fn<() => void>();
  void viewAttached().then(saving);
  await vi.advanceTimersByTimeAsync(VIEW_WAIT_MOST_MS - 1);
  expect(saving).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(saving).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
