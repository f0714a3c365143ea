import { sumLegs } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { legName, legRow, legSpoken, totalRow } from './leg-rows.ts';
import { CARD_DELTAS, legsFrom } from './testing/measurements.ts';

const LEGS = legsFrom(CARD_DELTAS);

describe('rows of the leg table', () => {
  it('read as on the card of the interface brief', () => {
    const rows = LEGS.map((leg, index) => Object.values(legRow(leg, index, 4, 'metric')).join(' '));
    expect(rows).toEqual([
      '1–2 12.09 +10.00 +2.00 +6.50',
      '2–3 16.60 +10.00 −3.00 −12.90',
      '3–4 10.48 +10.00 +2.00 +2.40',
    ]);
    expect(Object.values(totalRow(sumLegs(LEGS), 'metric')).join(' ')).toBe('Total 39.17 +30.00 +1.00 −4.00');
  });

  it('lead back to the first point in a closed outline', () => expect(legName(2, 3)).toBe('3–1'));
  it('are announced by number and length', () => expect(legSpoken(LEGS[1]!, 1, 'metric')).toBe('Leg 2, 16.60\u202Fm'));
});
