import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestDetail } from './rest-detail.ts';

const CAP = 1000;
const settle = (detail: RestDetail, neededBytes = 10) => detail.settled({ neededBytes, capBytes: CAP });

describe('detail of a view at rest', () => {
  it('is fetched in two steps, each drawn when it is loaded', () => {
    const detail = new RestDetail();
    expect([detail.factor, detail.wantedFactor]).toEqual([1, null]);
    expect(settle(detail)).toBe(true);
    expect(settle(detail)).toBe(false);
    expect([detail.factor, detail.wantedFactor]).toEqual([1, 0.5]);
    detail.fetched();
    expect([detail.factor, detail.wantedFactor]).toEqual([0.5, null]);
    expect(settle(detail)).toBe(true);
    detail.fetched();
    expect(settle(detail)).toBe(false);
    expect([detail.factor, detail.wantedFactor]).toEqual([0.25, null]);
  });

  it('ends immediately when the camera moves', () => {
    const detail = new RestDetail();
    settle(detail);
    detail.fetched();
    settle(detail);
    detail.restart();
    expect([detail.factor, detail.wantedFactor]).toEqual([1, null]);
  });

  it('is fetched only if four times the memory of the view is at most half of the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 * CAP }), (neededBytes) => {
        expect(settle(new RestDetail(), neededBytes)).toBe(4 * neededBytes <= CAP / 2);
      }),
    );
  });
});
