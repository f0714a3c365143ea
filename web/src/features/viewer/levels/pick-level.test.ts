import { ecefFromLla, enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ToolHit } from '@overlook/engine';
import { levels, resetLevels, setSlice } from '../../../state/levels.ts';
import { stageTools } from '../../../state/tools.ts';
import { pickLevel } from './pick-level.ts';

const FRAME = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const hitAt = (enu: Vec3): ToolHit => {
  const pointEcef = transformPoint(FRAME.ecefFromEnu, enu);
  const ray = { origin: ecefFromLla({ longitude: 0, latitude: 0, height: 0 }), direction: [0, 0, 1] as Vec3 };
  return { pointEcef, modeltypeId: 3, featureId: null, errorMetres: 0.01, ray };
};
const tap = (enu: Vec3) => stageTools.override!.tap(hitAt(enu), null, null);

beforeEach(resetLevels);

it('two clicks make a range, with all heights shown meanwhile', () => {
  setSlice({ fromM: 1, toM: 2 });
  const onRange = vi.fn();
  pickLevel(FRAME, onRange);
  expect([stageTools.overridePrompt, levels.shown]).toEqual(['Click the floor', null]);
  tap([10, 20, 4]);
  expect(stageTools.overridePrompt).toBe('Click the ceiling');
  tap([-10, 5, 7.5]);
  expect(onRange).toHaveBeenCalledExactlyOnceWith({ fromM: 4, toM: 7.5 });
  expect([stageTools.override, levels.isPicking]).toEqual([null, false]);
});

it('ends with Escape and when the plan is left, without a range', () => {
  const onRange = vi.fn();
  pickLevel(FRAME, onRange);
  tap([0, 0, 4]);
  expect(stageTools.override!.cancel()).toBe(true);
  expect([stageTools.override, levels.isPicking]).toEqual([null, false]);
  const end = pickLevel(FRAME, onRange);
  end();
  expect(stageTools.override).toBeNull();
  expect(onRange).not.toHaveBeenCalled();
});
