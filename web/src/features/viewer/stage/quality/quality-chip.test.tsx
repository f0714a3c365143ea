import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GOVERNOR } from '@overlook/shared/config';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import type { QualityReport } from '@overlook/engine';
import { reportScreen, resetScreen } from '../../../../state/screens.ts';
import { QualityChip } from './quality-chip.tsx';

const FULL: QualityReport = {
  reasons: [],
  frameMs: 80,
  screenSpaceErrorPx: { chosen: 8, now: 8 },
  pixelRatio: { chosen: 1, now: 1 },
  mapPixelRatioFactor: 1,
  hasEffects: true,
  hasShadows: true,
  isSmoothed: true,
  learnt: { gpu: '', step: 0 },
  memory: { neededBytes: 1, capBytes: 2, lostContexts: 0 },
};
const report = (reasons: QualityReport['reasons']) =>
  act(async () => reportScreen(0, { quality: { ...FULL, reasons } }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const chip = () => screen.queryByRole('button', { name: STAGE_MESSAGES['stage.qualityReduced'] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  resetScreen(0);
  vi.useRealTimers();
});

it('remains for a while after the movement, so that a finger can reach it', async () => {
  render(<QualityChip />);
  await report([]);
  expect(chip()).toBeNull();
  await report(['frameTime']);
  await pass(2 * GOVERNOR.readableMs);
  expect(chip()).not.toBeNull();
  await report([]);
  await pass(GOVERNOR.readableMs - 100);
  expect(chip()).not.toBeNull();
  await report(['frameTime']);
  await report([]);
  await pass(GOVERNOR.readableMs - 100);
  expect(chip()).not.toBeNull();
  await pass(200);
  expect(chip()).toBeNull();
});

it('says what was, until it is closed', async () => {
  render(<QualityChip />);
  await report(['frameTime']);
  act(() => chip()!.click());
  expect(screen.getByRole('heading').textContent).toBe(STAGE_MESSAGES['stage.qualityReducedTitle']);
  await report([]);
  await pass(2 * GOVERNOR.readableMs);
  expect(screen.getByRole('heading').textContent).toBe(STAGE_MESSAGES['stage.qualityReducedBefore']);
});
