import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExportFormat } from '@overlook/shared/config';
import { fileSizeText } from '@overlook/shared/format';
import { ecefFromLla } from '@overlook/shared/maths';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import { estimateSize } from '@overlook/shared/points';
import { queryClient } from '../../../api/queries.ts';
import { openSection, section } from '../../../state/section.ts';
import { answerCalls } from '../../../testing/in-page.tsx';
import {
  ANSWERS,
  AWAY,
  BOX,
  CENTER,
  description,
  field,
  GROUND,
  openBox,
  openBoxForEach,
  show,
  submit,
} from './testing/open-exports.tsx';

beforeEach(() => sessionStorage.clear());
openBoxForEach();

describe('the box in figures', () => {
  const box = () => section.volume!.box!;

  it('steps by 0.25 m, ends at 0.05 m and shows its volume', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('button', { name: 'Size east: more' }));
    expect(box().size).toEqual([4.25, 4, 4]);
    await user.clear(field('Size up'));
    await user.type(field('Size up'), '0{Enter}');
    expect(box().size[2]).toBe(0.05);
    expect(screen.getByRole('button', { name: 'Size up: less' })).toHaveProperty('disabled', true);
    for (const [name, metres] of [
      ['Size east', '12'],
      ['Size north', '12'],
      ['Size up', '20'],
    ] as const) {
      await user.clear(field(name));
      await user.type(field(name), `${metres}{Enter}`);
    }
    expect(screen.getByLabelText('Volume').textContent).toBe('2,880.00\u202Fm³');
    expect(box().centerEcef).toEqual(CENTER);
  });

  it('moves by 0.25 m along its axes', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('radio', { name: 'Move' }));
    await user.click(screen.getByRole('button', { name: 'Moved up: more' }));
    const up = ecefFromLla({ ...GROUND, height: GROUND.height + 0.25 });
    expect(Math.hypot(...up.map((value, i) => value - box().centerEcef[i]!))).toBeLessThan(1e-6);
    expect(field('Moved up').value).toBe('0.25');
  });

  it('turns by 10°, from 350° on to 0°, and back', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('radio', { name: 'Rotate' }));
    await user.click(screen.getByRole('button', { name: 'Rotation: less' }));
    expect(field('Rotation').value).toBe('350');
    await user.click(screen.getByRole('button', { name: 'Rotation: more' }));
    expect(field('Rotation').value).toBe('0');
  });

  it('is 1 m a side after Clear selection', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(box().size).toEqual([1, 1, 1]);
  });

  it('cuts the model until that is switched off', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    await description();
    expect(section.cut?.box).toEqual(BOX);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Hidden' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Dimmed' }));
    expect([section.cut, section.outside]).toEqual([null, 'dimmed']);
    expect(box()).toEqual(BOX);
  });
});

describe('the estimate', () => {
  const estimated = (formats: readonly ExportFormat[]) => {
    const sizeBytes = formats.reduce((sum, format) => sum + estimateSize(format, 64_000), 0);
    return `About 64,000 points, ${fileSizeText(sizeBytes)}`.replace('\u202F', ' ');
  };

  it('has points and bytes of all formats, within 100 ms of a change', async () => {
    answerCalls(ANSWERS);
    const { user } = show();
    expect(await screen.findByText(estimated(['E57']))).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'PTS' }));
    expect(await screen.findByText(estimated(['E57', 'PTS']))).toBeTruthy();
    vi.useFakeTimers();
    act(() => openSection({ box: { ...BOX, size: [8, 8, 8] }, planes: [] }));
    await act(() => vi.advanceTimersByTimeAsync(60));
    expect(screen.getByText(/^About 512,000 points/)).toBeTruthy();
  });

  it('names the density at which a box that is too large fits, and nothing is sent before', async () => {
    const calls = answerCalls(ANSWERS);
    const { user } = show();
    await user.type(await description(), 'All of it');
    act(() => openSection({ box: { ...BOX, size: [80, 80, 80] }, planes: [] }));
    const reason = 'About 512 million points, and one export takes 50 million. Choose 50mm or make the box smaller.';
    expect(await screen.findAllByText(reason)).toHaveLength(2);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(submit().getAttribute('aria-describedby')!)!.textContent).toBe(reason);
    await user.click(submit());
    await user.selectOptions(screen.getByRole('combobox', { name: 'Density' }), '50mm');
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBeNull());
    expect(calls.some(({ name }) => name === 'exports.crop')).toBe(false);
  });

  it('reports that a box holds no points', async () => {
    answerCalls(ANSWERS);
    openBox(AWAY);
    show();
    expect(await screen.findAllByText(EXPORTS_MESSAGES['export.noPoints'])).toHaveLength(2);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
  });

  it('does not prevent sending when the grid cannot be loaded', async () => {
    queryClient.clear();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    answerCalls({ ...ANSWERS, '/api/files/pointgrab/grid/1': () => 'no grid' });
    show();
    expect(await screen.findByText(EXPORTS_MESSAGES['export.estimateFailed'])).toBeTruthy();
    expect(submit().getAttribute('aria-disabled')).toBeNull();
  });
});
