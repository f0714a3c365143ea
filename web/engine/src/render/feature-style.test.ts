import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STYLES_PER_ROW, texelAt } from './feature-pages.ts';
import { type FeatureRules, featureStyleTable, isPickable, outlineTable } from './feature-style.ts';

const PLAIN = { opacity: 1, color: null };
const texel = (rules: FeatureRules, id: number): number[] => {
  const { texels, count, rest } = featureStyleTable(rules)!;
  const at = texelAt(texels, Math.min(id, count - 1));
  return id < count ? [...texels.subarray(at, at + 4)] : [...rest];
};

describe('feature styles', () => {
  it('do not exist while all features have their own colours', () => {
    expect(featureStyleTable({ rest: PLAIN, rules: [] })).toBeNull();
  });

  it('exist for outlined features and cover their ids', () => {
    const table = featureStyleTable({ rest: PLAIN, rules: [], outlined: [3, 5] })!;
    expect(table).toMatchObject({ outlined: [3, 5], count: 6, hasGhosts: false });
    expect(featureStyleTable({ rest: PLAIN, rules: [{ features: [1, 1], opacity: 0 }] })!.outlined).toBeNull();
    expect(() => featureStyleTable({ rest: PLAIN, rules: [], outlined: [5, 3] })).toThrow(RangeError);
  });

  it('take colour and opacity from the last rule that sets them', () => {
    const rules: FeatureRules = {
      rest: { opacity: 0.5, color: null },
      rules: [
        { features: [2, 5], opacity: 1 },
        { features: [4, 4, 7, 7], color: [250, 162, 27] },
        { features: [5, 5], opacity: 0 },
        { features: [7, 7], color: null },
      ],
    };
    const half = 64 << 1;
    const whole = 127 << 1;
    expect([1, 2, 4, 5, 7, 8, 5000].map((id) => texel(rules, id))).toEqual([
      [0, 0, 0, half],
      [0, 0, 0, whole],
      [250, 162, 27, whole | 1],
      [0, 0, 0, 0],
      [0, 0, 0, half],
      [0, 0, 0, half],
      [0, 0, 0, half],
    ]);
  });

  it('report ghosts in the rest style or in a rule', () => {
    const ghosts = (rest: number, ruled: number) =>
      featureStyleTable({ rest: { opacity: rest, color: null }, rules: [{ features: [1, 1], opacity: ruled }] })!
        .hasGhosts;
    expect([ghosts(1, 1), ghosts(1, 0), ghosts(0, 1), ghosts(0.02, 1), ghosts(1, 0.3)]).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('exclude almost transparent features from picks', () => {
    const styles = featureStyleTable({
      rest: { opacity: 0.02, color: null },
      rules: [{ features: [3, 3], opacity: 0.5 }],
    })!;
    expect([3, 2, 90_000, null].map((id) => isPickable(styles, id))).toEqual([true, false, false, false]);
  });

  it.each([
    [3, 2],
    [-1, 2],
    [0.5, 2],
    [0, Number.NaN],
    [1e9, 1e9],
    [0, 2 ** 24],
  ])('reject the run %d to %d', (first, last) =>
    expect(() => featureStyleTable({ rest: PLAIN, rules: [{ features: [first, last], opacity: 0 }] })).toThrow(
      RangeError,
    ),
  );

  it('have the size of what the rules name, not of the largest id', () => {
    const last = 2 ** 24 - 1;
    const rules = [
      { features: [last, last], opacity: 0 },
      { features: [0, last], color: [1, 2, 3] as const },
      { features: [7, 7, 5_000_000, 5_000_000], opacity: 0.5 },
    ];
    const styles = featureStyleTable({ rest: PLAIN, rules, outlined: [last - 1, last] })!;
    // Four rows list the pages; five rows: that of all others, and those of three named pages.
    expect(styles.rows).toBeLessThanOrEqual(9);
    const alphas = [last, last - 1, 7, 8, 5_000_000, 123_456].map((id) => texel({ rest: PLAIN, rules }, id)[3]);
    expect(alphas).toEqual([1, 255, (64 << 1) | 1, 255, (64 << 1) | 1, 255]);
    const outlines = outlineTable(styles);
    expect(outlines.rows).toBe(6);
    expect([last, last - 1, last - 2].map((id) => isPickable(outlines, id))).toEqual([false, true, false]);
  });

  it('fill whole rows, and the last rule that names a feature sets its style', () => {
    const run = fc
      .tuple(fc.nat(9000), fc.oneof(fc.nat(50), fc.nat(9000)))
      .map(([first, more]) => [first, first + more]);
    const rule = fc.record({ features: run, opacity: fc.constantFrom(0, 0.25, 1) });
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 12 }), fc.nat(18_000), (rules, id) => {
        const styles = featureStyleTable({ rest: PLAIN, rules })!;
        expect(styles.texels.length).toBe(4 * STYLES_PER_ROW * styles.rows);
        const named = rules.filter(({ features: [first, last] }) => first! <= id && id <= last!).at(-1);
        expect(texel({ rest: PLAIN, rules }, id)[3]).toBe(Math.round((named?.opacity ?? 1) * 127) << 1);
      }),
    );
  });
});
