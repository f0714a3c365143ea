import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { ToolHit } from '@overlook/engine';
import { refreshMoc } from '../../../../api/mocs.ts';
import { showTools, type Tools } from '../../../../state/session-tools.ts';
import { stageTools } from '../../../../state/tools.ts';
import { toasts } from '../../../../state/toasts.ts';
import { answerCalls, Refusal, showInPage } from '../../../../testing/in-page.tsx';
import { mocOf } from '../testing/moc-of.ts';
import { MocEditing } from './moc-editing.tsx';

const POI = { longitude: 138.49, latitude: -35.08, altitude: 30, x: -3913000, y: 3462000, z: -3645000 };
const MOC = mocOf({ id: 7, name: 'Platform', description: '<p>Old</p>', pois: [POI], version: 3 });
const MEASURED = { measure: 'd1', target: null, angle: null };

/** Shows the form of a change of site 1, or with null of a new one. */
function open(mocId: number | null) {
  const onClose = vi.fn();
  const { user } = showInPage(<MocEditing place={{ siteId: 1, mocId }} onClose={onClose} />);
  return { user, onClose };
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed' });

/** Adds a change with a position, a name and a number, which fails; then sends it again with a longer name. */
async function sendTwice(): Promise<void> {
  const { user, onClose } = open(null);
  stageTools.override!.tap({ pointEcef: [POI.x, POI.y, POI.z] } as unknown as ToolHit, null, null);
  await user.type(await field('Name'), 'Bund');
  await user.type(await field('Document number'), 'M9');
  await press(user, 'Add MOC');
  await screen.findByRole('alert');
  await user.type(await field('Name'), ' 2');
  await press(user, 'Add MOC');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
}

beforeEach(() => sessionStorage.clear());

describe('a new change', () => {
  it('begins with its position, which a click on the model gives', async () => {
    const calls = answerCalls({ 'mocs.create': () => ({ moc: mocOf({ id: 9 }) }) });
    const { user, onClose } = open(null);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stageTools.overridePrompt).toBe(MOCS_MESSAGES['moc.pickPoint']);
    stageTools.override!.tap({ pointEcef: [POI.x, POI.y, POI.z] } as unknown as ToolHit, null, null);
    await user.type(await field('Name'), 'Bund');
    await user.type(await field('Document number'), 'M9');
    await press(user, 'Add MOC');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const { input } = calls.find(({ name }) => name === 'mocs.create')!;
    expect(input).toMatchObject({
      siteId: 1,
      moc: { name: 'Bund', documentNumber: 'M9', state: 'proposed', siteID: 1 },
      poi: { x: POI.x, y: POI.y, z: POI.z },
    });
    expect(stageTools.override).toBeNull();
    expect(toasts.shown.map(({ text }) => text)).toEqual([MOCS_MESSAGES['moc.saved']]);
  });

  it('is saved once when an answer was lost, with the last typed values', async () => {
    const made = mocOf({ id: 9, name: 'Bund', version: 1 });
    let isLost = true;
    const calls = answerCalls({
      'mocs.create': () => {
        if (!isLost) return { moc: made };
        isLost = false;
        throw new Refusal(502, 'Bad gateway');
      },
      'mocs.update': () => ({ moc: { ...made, name: 'Bund 2', version: 2 } }),
    });
    await sendTwice();
    const guids = calls
      .filter(({ name }) => name === 'mocs.create')
      .map(({ input }) => (input as { guid: string }).guid);
    expect(guids).toHaveLength(2);
    expect(guids[0]).toBeTruthy();
    expect(guids[1]).toBe(guids[0]);
    expect(calls.find(({ name }) => name === 'mocs.update')?.input).toMatchObject({
      id: 9,
      version: 1,
      moc: { name: 'Bund 2' },
    });
  });

  it('that was refused and corrected is only created', async () => {
    let isRefused = true;
    const calls = answerCalls({
      'mocs.create': () => {
        if (!isRefused) return { moc: mocOf({ id: 9 }) };
        isRefused = false;
        throw new Refusal(400, 'This position is not at this site.');
      },
    });
    await sendTwice();
    expect(calls.map(({ name }) => name)).not.toContain('mocs.update');
  });

  it('is ended by cancelling the first position', () => {
    answerCalls({});
    const { onClose } = open(null);
    expect(stageTools.override!.cancel()).toBe(true);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('typed input', () => {
  it('causes one question when the form is closed, and remains when it is to be kept', async () => {
    answerCalls({ 'mocs.get': () => ({ moc: MOC }) });
    const { user, onClose } = open(7);
    await user.type(await field('Name'), ' 2');
    await user.keyboard('{Escape}');
    expect(question()).not.toBeNull();
    await press(user, 'Keep editing');
    expect((await field('Name')).value).toBe('Platform 2');
    await user.keyboard('{Escape}');
    await press(user, 'Discard');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('causes a question when another view was chosen', async () => {
    answerCalls({ 'mocs.get': () => ({ moc: MOC }) });
    const { user, onClose } = open(7);
    await press(user, 'Use the present view');
    await user.keyboard('{Escape}');
    expect(question()).not.toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('causes no question when there is none', async () => {
    answerCalls({ 'mocs.get': () => ({ moc: MOC }) });
    const { user, onClose } = open(7);
    await field('Name');
    await user.keyboard('{Escape}');
    expect(question()).toBeNull();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is restored after the page was loaded again', async () => {
    answerCalls({ 'mocs.get': () => ({ moc: MOC }) });
    const { user } = open(7);
    await user.type(await field('Name'), ' 2');
    cleanup();
    open(7);
    expect((await field('Name')).value).toBe('Platform 2');
  });

  it('remains while another position is chosen', async () => {
    answerCalls({ 'mocs.get': () => ({ moc: MOC }) });
    const { user } = open(7);
    await user.type(await field('Name'), ' 2');
    await press(user, 'Change position');
    expect(screen.queryByRole('dialog')).toBeNull();
    stageTools.override!.tap({ pointEcef: [POI.x, POI.y, POI.z + 1] } as unknown as ToolHit, null, null);
    expect((await field('Name')).value).toBe('Platform 2');
  });

  it('remains when it cannot be saved, and the reason is in the form', async () => {
    answerCalls({
      'mocs.get': () => ({ moc: MOC }),
      'mocs.update': () => {
        throw new Refusal(500, 'The database is full.');
      },
    });
    const { user, onClose } = open(7);
    await user.type(await field('Name'), ' 2');
    await press(user, 'Save MOC');
    expect((await screen.findByRole('alert')).textContent).toContain('The database is full.');
    expect(toasts.shown.map(({ text }) => text)).toEqual([MOCS_MESSAGES['moc.saveFailed']]);
    expect((await field('Name')).value).toBe('Platform 2');
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('offers both texts of a field that another person has saved meanwhile, and takes over the others', async () => {
  const theirs = { ...MOC, name: 'Platform of Ole', documentNumber: 'MOC-70', version: 4 };
  let saved = MOC;
  const calls = answerCalls({
    'mocs.get': () => ({ moc: saved }),
    'mocs.update': ({ version }: { version: number }) => {
      saved = theirs;
      if (version !== 4) throw new Refusal(409, 'Ole Haugen changed this MOC.');
      return { moc: theirs };
    },
  });
  const { user, onClose } = open(7);
  await user.type(await field('Name'), ' 2');
  await press(user, 'Save MOC');
  expect((await screen.findByRole('alert')).textContent).toContain('Ole Haugen changed this MOC.');
  expect(screen.getByText(MOCS_MESSAGES['moc.theirsTaken'])).toBeTruthy();
  const choice = screen.getByRole('region', { name: 'Choose which text is kept' });
  expect(within(choice).getAllByRole('radio')).toHaveLength(2);
  expect((await field('Document number')).value).toBe('MOC-70');
  expect(within(choice).getByRole<HTMLInputElement>('radio', { name: /^Yours Platform 2$/ }).checked).toBe(true);
  await user.click(within(choice).getByRole('radio', { name: /^Theirs Platform of Ole$/ }));
  expect((await field('Name')).value).toBe('Platform of Ole');
  await user.click(within(choice).getByRole('radio', { name: /^Yours/ }));
  await press(user, 'Save MOC');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const { input } = calls.findLast(({ name }) => name === 'mocs.update')!;
  expect(input).toMatchObject({ version: 4, moc: { name: 'Platform 2', documentNumber: 'MOC-70' } });
});

it('has what another person saves while it is open, and offers both texts of a field at once', async () => {
  const theirs = { ...MOC, name: 'Platform of Ole', documentNumber: 'MOC-70', version: 4, updatedBy: 'Ole Haugen' };
  let saved = MOC;
  const calls = answerCalls({ 'mocs.get': () => ({ moc: saved }), 'mocs.update': () => ({ moc: theirs }) });
  const { user, onClose } = open(7);
  await user.type(await field('Name'), ' 2');
  saved = theirs;
  await act(() => refreshMoc({ siteId: 1, id: 7 }));
  await screen.findByText(/^Ole Haugen changed this MOC/);
  expect(screen.getByText(MOCS_MESSAGES['moc.theirsShown'])).toBeTruthy();
  expect((await field('Document number')).value).toBe('MOC-70');
  expect((await field('Name')).value).toBe('Platform 2');
  await user.click(screen.getByRole('radio', { name: /^Theirs Platform of Ole$/ }));
  await press(user, 'Save MOC');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const { input } = calls.find(({ name }) => name === 'mocs.update')!;
  expect(input).toMatchObject({ version: 4, moc: { name: 'Platform of Ole', documentNumber: 'MOC-70' } });
});

it('removes files with the save, so that they remain when it is refused', async () => {
  const file = {
    id: 1,
    uuid: '8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55',
    filename: 'plan.pdf',
    mediaType: 'application/pdf',
  };
  const withFile = { ...MOC, attachments: [{ ...file, sizeBytes: 1, createdAt: MOC.createdAt }] };
  const calls = answerCalls({
    'mocs.get': () => ({ moc: withFile }),
    'mocs.update': () => {
      throw new Refusal(409, 'Ole Haugen changed this MOC. Nothing was saved.');
    },
  });
  const { user } = open(7);
  await press(user, 'Remove plan.pdf');
  await press(user, 'Save MOC');
  await screen.findByRole('alert');
  expect(calls.map(({ name }) => name)).not.toContain('attachments.archive');
  expect(calls.find(({ name }) => name === 'mocs.update')?.input).toMatchObject({
    removedAttachmentUUIDs: [file.uuid],
  });
});

it('saves measurements when they are attached', async () => {
  const calls = answerCalls({
    'mocs.get': () => ({ moc: MOC }),
    'mocs.update': () => ({ moc: MOC }),
  });
  const measure = { state: () => ({ measurements: [{}] }), serialise: () => MEASURED.measure };
  const none = { state: () => ({ targets: [], angles: [] }) };
  showTools({ measure, target: none, angle: none } as unknown as Tools);
  const { user, onClose } = open(7);
  await press(user, 'Attach measurements');
  await press(user, 'Save MOC');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.find(({ name }) => name === 'mocs.update')!.input).toMatchObject({
    moc: { data: { measurements: MEASURED } },
  });
});
