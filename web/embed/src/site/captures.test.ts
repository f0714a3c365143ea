import { describe, expect, it } from 'vitest';
import type { Capture } from '@overlook/shared/schemas';
import { aCapture } from '@overlook/shared/schemas/testing';
import { captureAt, capturePoints, hasMoment, pointIndexAt } from './captures.ts';

const [POINTS, TEXTURED] = [1, 3];
let lastId = 0;
const capture = (modeltypeId: Capture['modeltypeId'], takenOn: string, rest?: Partial<Capture>) =>
  aCapture(++lastId, modeltypeId, takenOn, rest);
const CAPTURES = [
  capture(1, '2025-09-12'),
  capture(1, '2026-06-19', { isCurrent: true }),
  capture(3, '2026-03-14'),
  capture(3, '2026-09-26', { isCurrent: true }),
  capture(3, '2026-06-01', { id: 99, publishedAt: null }),
];
const at = (modeltypeId: number, moment: string | null) => {
  const found = captureAt(CAPTURES, modeltypeId, moment);
  return found && `${found.fit} ${found.capture.takenOn}`;
};

describe('the capture of a layer', () => {
  it.each([
    [TEXTURED, null, 'exact 2026-09-26'],
    [POINTS, null, 'earlier 2026-06-19'],
    [TEXTURED, '2026-03-14', 'exact 2026-03-14'],
    [TEXTURED, '2026-06-19', 'earlier 2026-03-14'],
    [TEXTURED, '2025-09-12', 'begins 2026-03-14'],
    [TEXTURED, 'draft-99', 'exact 2026-06-01'],
    [POINTS, 'draft-99', 'earlier 2025-09-12'],
    [TEXTURED, 'draft-7777', 'exact 2026-09-26'],
    [TEXTURED, '2031-01-01', 'earlier 2026-09-26'],
    [4, null, null],
  ])('of type %s at %s is %s', (modeltypeId, moment, expected) => expect(at(modeltypeId, moment)).toBe(expected));

  it('is never a draft at a date', () => {
    expect(at(TEXTURED, '2026-06-01')).toBe('earlier 2026-03-14');
  });
});

describe('the points of the time bar', () => {
  const points = capturePoints(CAPTURES);

  it('are days, each once, and drafts', () => {
    expect(points.map(({ moment, takenOn }) => [moment, takenOn])).toEqual([
      ['2025-09-12', '2025-09-12'],
      ['2026-03-14', '2026-03-14'],
      ['draft-99', '2026-06-01'],
      ['2026-06-19', '2026-06-19'],
      [null, '2026-09-26'],
    ]);
    const same = capturePoints([...CAPTURES, capture(1, '2026-09-26')]);
    expect(
      same
        .at(-1)!
        .captures.map(({ modeltypeId }) => modeltypeId)
        .sort(),
    ).toEqual([POINTS, TEXTURED]);
  });

  it.each([
    [null, 4],
    ['2026-09-26', 4],
    ['draft-99', 2],
    ['2026-03-14', 1],
    ['2026-06-02', 1],
    ['2024-01-01', 0],
    ['draft-7777', 4],
  ])('%s stands at point %s', (moment, index) => expect(pointIndexAt(points, moment)).toBe(index));

  it('know which moments there are', () => {
    const moments = [null, '2026-09-26', 'draft-99', '2026-06-02', 'draft-1'];
    expect(moments.map((moment) => hasMoment(points, moment))).toEqual([true, true, true, false, false]);
  });
});
