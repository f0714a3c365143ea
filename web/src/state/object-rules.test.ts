import { describe, expect, it } from 'vitest';
import { resetCad, select } from './cad.ts';
import { objectRules, type ObjectFilter, rulesOf } from './object-rules.ts';
import { setPreference } from './preferences.ts';

const NOTHING = { selected: [], isolated: null, restOpacity: 0, hidden: [], found: null, colours: null };
const FILTER: ObjectFilter = { mode: 'off', opacityPercent: 2, highlightColor: '#FAA21B', filterColor: '#00FFFF' };
const AMBER = [250, 162, 27];
const selected = [{ id: 1, features: [3, 5] }];

describe('rules of the model', () => {
  it('are null while nothing is chosen, for any filter', () => {
    for (const mode of ['off', 'show', 'hide'] as const) expect(rulesOf(NOTHING, { ...FILTER, mode })).toBeNull();
  });

  it('give selected objects their colour', () => {
    expect(rulesOf({ ...NOTHING, selected }, FILTER)).toEqual({
      rest: { opacity: 1, color: null },
      rules: [{ features: [3, 5], color: AMBER, opacity: 1 }],
      outlined: [3, 5],
    });
  });

  it('outline all selected objects, and not hidden ones', () => {
    const two = [...selected, { id: 2, features: Uint32Array.of(8, 9) }];
    const outlined = (mode: ObjectFilter['mode'], isolated: number[] | null = null) =>
      rulesOf({ ...NOTHING, selected: two, isolated }, { ...FILTER, mode })!.outlined;
    expect(outlined('off')).toEqual([3, 5, 8, 9]);
    expect(outlined('show')).toEqual([3, 5, 8, 9]);
    expect(outlined('hide')).toBeUndefined();
    expect(outlined('hide', [3, 5])).toEqual([3, 5, 8, 9]);
    expect(rulesOf({ ...NOTHING, found: [1, 2] }, FILTER)!.outlined).toBeUndefined();
  });

  it('let the rest fade while the selected are shown, and the selected while they are hidden', () => {
    expect(rulesOf({ ...NOTHING, selected }, { ...FILTER, mode: 'show' })!.rest).toEqual({
      opacity: 0.02,
      color: null,
    });
    expect(rulesOf({ ...NOTHING, selected }, { ...FILTER, mode: 'hide' })).toEqual({
      rest: { opacity: 1, color: null },
      rules: [{ features: [3, 5], opacity: 0.02 }],
    });
  });

  it('in x-ray draw only selected or found objects solid, also when there are none', () => {
    const xray = { ...FILTER, mode: 'xray' } as const;
    expect(rulesOf(NOTHING, xray)).toEqual({ rest: { opacity: 0.15, color: null }, rules: [] });
    const chosen = rulesOf({ ...NOTHING, selected, found: [8, 8], isolated: [3, 9] }, xray)!;
    expect(chosen.rest.opacity).toBe(0);
    expect(chosen.rules).toEqual([
      { features: [3, 9], opacity: 0.15 },
      { features: [8, 8], color: [0, 255, 255], opacity: 1 },
      { features: [3, 5], color: AMBER, opacity: 1 },
    ]);
    expect(chosen.outlined).toEqual([3, 5]);
  });

  it('follow each colour of the preferences as soon as it is chosen', () => {
    select(selected);
    setPreference('filterMode', 'off');
    const colours = ['#FAA21B', '#102030'].map((color) => {
      setPreference('highlightColor', color);
      return objectRules()!.rules[0]!.color;
    });
    expect(colours).toEqual([AMBER, [16, 32, 48]]);
    setPreference('highlightColor', FILTER.highlightColor);
    resetCad();
  });

  it('hide and isolate, and the selection does not show hidden objects', () => {
    const hidden = rulesOf({ ...NOTHING, selected, hidden: [[4, 4]] }, FILTER)!;
    expect(hidden.rules.at(-1)).toEqual({ features: [4, 4], opacity: 0 });
    const isolated = rulesOf({ ...NOTHING, selected, isolated: [7, 9] }, FILTER)!;
    expect(isolated.rest.opacity).toBe(0);
    expect(isolated.rules).toEqual([
      { features: [7, 9], opacity: 1 },
      { features: [3, 5], color: AMBER },
    ]);
  });

  it('colour by value, then found objects, then selected ones', () => {
    const colours = {
      title: 'Discipline',
      property: 'Discipline',
      values: [{ value: 'Piping', color: '#102030', firstColor: '#102030', features: [0, 9] }],
    };
    const { rules } = rulesOf({ ...NOTHING, selected, found: [4, 8], colours }, FILTER)!;
    expect(rules.map(({ color }) => color)).toEqual([[16, 32, 48], [0, 255, 255], AMBER]);
  });
});
