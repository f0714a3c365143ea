import { expect, it } from 'vitest';
import { pointBudgetOf } from './picture-settings.ts';

const GIB = 2 ** 30;

it.each([
  ['balanced', null, false, 2 * GIB, 5_000_000],
  ['quality', null, false, 2 * GIB, 10_000_000],
  ['balanced', null, true, 2 * GIB, 2_000_000],
  ['quality', null, true, 2 * GIB, 4_000_000],
  ['speed', null, false, GIB / 2, 2_000_000],
  ['quality', 3, false, 2 * GIB, 3_000_000],
] as const)(
  'at %s and a choice of %j, a screen may have so many points',
  (quality, pointBudget, isSoftware, capBytes, most) => {
    expect(pointBudgetOf({ quality, pointBudget }, isSoftware, capBytes)).toBe(most);
  },
);
