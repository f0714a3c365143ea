import { describe, expect, it } from 'vitest';
import { CAMERA_HISTORY } from '@overlook/shared/config';
import type { Pose, Vec3 } from '@overlook/shared/maths';
import { added, canStep, EMPTY_HISTORY, entryAt, stepped } from './history.ts';

const at = (x: number, direction: Vec3 = [0, 1, 0]): Pose => ({ position: [x, 0, 0], direction, up: [0, 0, 1] });
const three = [at(0), at(10), at(20)].reduce(added, EMPTY_HISTORY);

describe('camera history', () => {
  it('is empty at first, and steps nowhere', () => {
    expect(entryAt(EMPTY_HISTORY)).toBeNull();
    expect(canStep(EMPTY_HISTORY, -1)).toBe(false);
    expect(canStep(EMPTY_HISTORY, 1)).toBe(false);
    expect(() => stepped(EMPTY_HISTORY, 1)).toThrow(RangeError);
  });

  it('goes back and forward through the moves', () => {
    const back = stepped(stepped(three, -1), -1);
    expect(entryAt(back)).toEqual(at(0));
    expect(canStep(back, -1)).toBe(false);
    expect(entryAt(stepped(back, 1))).toEqual(at(10));
  });

  it('a move after going back discards what lay forward', () => {
    const branched = added(stepped(three, -1), at(50));
    expect(branched.entries.map((pose) => pose.position[0])).toEqual([0, 10, 50]);
    expect(canStep(branched, 1)).toBe(false);
  });

  it('ignores a move under 0.001 units, in place and in direction', () => {
    expect(added(three, at(20.0009))).toBe(three);
    expect(added(three, at(20, [0.0009, 1, 0]))).toBe(three);
    expect(added(three, at(20.0011)).entries).toHaveLength(4);
    expect(added(three, at(20, [0.002, 1, 0])).entries).toHaveLength(4);
  });

  it('arriving at the entry it flew back to adds nothing', () => {
    const back = stepped(three, -1);
    expect(added(back, at(10))).toBe(back);
  });

  it('forgets the oldest past its limit', () => {
    let history = EMPTY_HISTORY;
    for (let i = 0; i < CAMERA_HISTORY.entriesAtMost + 5; i++) history = added(history, at(i));
    expect(history.entries).toHaveLength(CAMERA_HISTORY.entriesAtMost);
    expect(history.entries[0]).toEqual(at(5));
  });
});
