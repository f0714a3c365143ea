import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cornersOf } from '@overlook/shared/mocs';
import type { MocArea } from '@overlook/shared/schemas';
import { mocMarks, setMocAreas } from '../../../state/moc-marks.ts';
import { stageTools } from '../../../state/tools.ts';
import { showInPage } from '../../../testing/in-page.tsx';
import { AreaCard } from './area-card.tsx';
import { AreaConflict, type SavedArea } from './save-area.ts';
import { stageArea } from './stage-shapes.ts';
import { areaOf, clickModel as click } from './testing/area-of.ts';

const SAVED = areaOf('Bund', 16);

const onSave = vi.fn<(area: object, version?: number) => Promise<void>>();
const onCancel = vi.fn();
// Loading it takes longer than a test waits for a card.
beforeAll(() => import('@overlook/engine'), 60_000);
beforeEach(() => {
  onSave.mockReset().mockResolvedValue();
  onCancel.mockReset();
  setMocAreas([]);
});

async function show(area: MocArea | null, theirs: SavedArea | null = null) {
  const view = showInPage(
    <AreaCard moc={{ id: 1, state: 'proposed' }} area={area} theirs={theirs} onSave={onSave} onCancel={onCancel} />,
  );
  await screen.findByRole('button', { name: 'Done' });
  return view;
}

describe('the card of a new area', () => {
  it('adds corners by clicks, shows refusals, and saves the drawn area', async () => {
    const { user } = await show(null);
    expect(stageTools.overridePrompt).toBe(MOCS_MESSAGES['area.prompt']);
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true);
    for (const [east, north] of [
      [0, 0],
      [10, 0],
      [10, 10],
    ] as const)
      click(east, north);
    expect(screen.getByText('3 points')).toBeTruthy();
    expect(mocMarks.areas).toMatchObject([{ topHeight: 5, isCapped: true, color: '#ff5d5d', outline: 'dashed' }]);
    click(5, -5);
    expect(screen.getByText('The edges of an area cannot cross each other')).toBeTruthy();
    const height = screen.getByRole('spinbutton', { name: 'Height in metres' });
    await user.clear(height);
    await user.type(height, '-8{Enter}');
    await user.click(screen.getByRole('switch', { name: 'Capped' }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
    expect(onSave.mock.calls[0]![0]).toMatchObject({
      name: 'Area',
      bottomHeight: -8,
      topHeight: 0,
      capped: false,
      colour: null,
      points: [{ position: 0 }, { position: 1 }, { position: 2 }],
    });
  });

  it('keeps the drawn corners when they cannot be saved, and undoes', async () => {
    onSave.mockRejectedValue(new Error('Failed to fetch'));
    const { user } = await show(null);
    for (const [east, north] of [
      [0, 0],
      [10, 0],
      [10, 10],
    ] as const)
      click(east, north);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('The area could not be saved')).toBeTruthy();
    expect(screen.getByText('3 points')).toBeTruthy();
    // Closing the ring is a step of its own.
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByText('2 points')).toBeTruthy();
    expect(mocMarks.areas).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    expect(screen.getByText('3 points')).toBeTruthy();
  });

  it('asks before it drops drawn corners, and not when there are none', async () => {
    const { user, show: showNext } = await show(null);
    click(0, 0);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep drawing' }));
    expect(onCancel).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onCancel).toHaveBeenCalledTimes(1);
    showNext(null);
    expect(stageTools.override).toBeNull();
  });
});

it('offers both areas as soon as another person has saved the same one', async () => {
  const theirs = { ...SAVED, name: 'Bund of Ole', topHeight: 3 };
  const save = { by: 'Ole Haugen', at: new Date().toISOString() };
  const { user } = await show(SAVED, { theirs, version: 4, save });
  expect(screen.getByText(/^Ole Haugen changed this MOC/).textContent).toMatch(/MOC, just now/i);
  await user.click(screen.getByRole('button', { name: 'Keep yours' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ name: 'Bund' }), 4));
});

it('offers both areas when another person has saved the same one meanwhile', async () => {
  const theirs = { ...SAVED, name: 'Bund of Ole', topHeight: 3 };
  onSave.mockRejectedValueOnce(new AreaConflict('Ole Haugen changed this MOC.', theirs, 8));
  const { user } = await show(SAVED);
  await user.click(screen.getByRole('switch', { name: 'Capped' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Ole Haugen changed this MOC.')).toBeTruthy();
  expect(screen.getByText('Yours: Bund, 4 corners, 0 m to 16 m, open')).toBeTruthy();
  expect(screen.getByText('Theirs: Bund of Ole, 4 corners, 0 m to 3 m, capped')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep yours' }));
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2));
  expect(onSave.mock.calls[1]).toMatchObject([{ uuid: SAVED.uuid, capped: false }, 8]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep theirs' })).toBeNull());
});

it('shows the edited area in place of the saved one, and the saved one again afterwards', async () => {
  setMocAreas([stageArea({ ...SAVED, createdOn: '2026-03-14', corners: cornersOf(SAVED) }, 'approved')]);
  const { user, show: showNext } = await show(SAVED);
  expect(screen.getByRole('slider', { name: 'Height' })).toHaveProperty('value', '16');
  await user.click(screen.getByRole('switch', { name: 'Capped' }));
  expect(mocMarks.areas).toMatchObject([{ id: SAVED.uuid, isCapped: false, isSelected: true }]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(onSave.mock.calls[0]![0]).toMatchObject({ uuid: SAVED.uuid, name: 'Bund' }));
  showNext(null);
  expect(mocMarks.areas).toMatchObject([{ id: SAVED.uuid, isCapped: true }]);
});
