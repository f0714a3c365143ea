import { describe, expect, it } from 'vitest';
import { activeLegOf, measureNotes, measureResult, measureSpoken } from './measure-result.ts';
import { aMeasurement, aPoint, CARD_DELTAS, legsFrom } from './testing/measurements.ts';

/** Texts are written here with plain spaces and hyphens; those on the page have thin gaps and real minus signs. */
const typeset = (text: string) => text.replaceAll(/(?<=[\d±]) (?=[\dm])/g, '\u202F').replaceAll('-', '\u2212');

describe('the result', () => {
  it('of a distance is the total of its legs', () => {
    expect(measureResult(aMeasurement(), 'metric')).toEqual({
      value: typeset('39.17 m'),
      what: 'total of 3 legs',
      error: typeset('± 0.02 m'),
      facts: [],
    });
  });

  it('of one leg has no total', () => {
    const measurement = aMeasurement({ legs: legsFrom([[3, 4, 0]]) });
    expect(measureResult(measurement, 'metric')).toMatchObject({ value: typeset('5.00 m'), what: 'in one leg' });
  });

  it('of one leg says its slope and where it points; an upright one has neither', () => {
    const factsOf = (delta: [number, number, number]) =>
      measureResult(aMeasurement({ legs: legsFrom([delta]) }), 'metric')!.facts.map(({ value }) => value);
    expect(factsOf([-3, 4, -0.5])).toEqual([`${typeset('-10.0')} % (${typeset('-5.7')}°)`, '323.1°']);
    expect(factsOf([0, 0, 2])).toEqual([]);
  });

  it('of a height has its sign, and the straight length beside it', () => {
    const measurement = aMeasurement({
      mode: 'height',
      legs: legsFrom([[3, 0, -4]]),
      height: { difference: -4, errorMetres: 0.03 },
    });
    expect(measureResult(measurement, 'metric')).toMatchObject({
      value: typeset('-4.00 m'),
      error: typeset('± 0.03 m'),
      facts: [{ name: 'Straight', value: typeset('5.00 m') }],
    });
  });

  it('of an area is the horizontal one; the perimeter waits for the last side', () => {
    const area = {
      horizontal: 24,
      horizontalError: 0.5,
      surface: 26,
      surfaceError: 0.6,
      isSelfIntersecting: false,
      middleEcef: aPoint(1).pointEcef,
    };
    const open = measureResult(aMeasurement({ mode: 'area', area }), 'metric');
    expect(open).toMatchObject({ value: typeset('24.00 m²'), what: 'horizontal area' });
    expect(open?.facts.map(({ name }) => name)).toEqual(['Along the surface']);
    const closed = measureResult(aMeasurement({ mode: 'area', area, isDone: true }), 'metric');
    expect(closed?.facts.map(({ name }) => name)).toEqual(['Along the surface', 'Perimeter']);
  });

  it('reads in feet for those who chose them', () => {
    const measurement = aMeasurement({ legs: legsFrom([[3.048, 0, 0]]) });
    expect(measureResult(measurement, 'imperial')?.value).toBe('10.00\u202Fft');
  });

  it('is null while points are missing', () => {
    expect(measureResult(aMeasurement({ legs: [] }), 'metric')).toBeNull();
    expect(measureResult(aMeasurement({ mode: 'plane', legs: [] }), 'metric')).toBeNull();
  });
});

describe('the line under it', () => {
  it('names the layer, the error and the leg that gets better', () => {
    const measurement = aMeasurement({ legs: legsFrom(CARD_DELTAS, [3]) });
    expect(measureNotes(measurement, 'metric')).toBe(
      typeset('Picked on Textured, ± 0.02 m. Leg 3 refines as finer tiles arrive.'),
    );
  });

  it('names two layers and several legs', () => {
    const measurement = aMeasurement({ legs: legsFrom(CARD_DELTAS, [1, 3]), modeltypeIds: [3, 1] });
    expect(measureNotes(measurement, 'metric')).toBe(
      typeset('Picked on Textured and Point Cloud, ± 0.02 m. Legs 1 and 3 refine as finer tiles arrive.'),
    );
  });

  it('says on which captures it was measured', () => {
    const one = aMeasurement({ takenOn: ['2026-03-14'] });
    expect(measureNotes(one, 'metric')).toBe(
      typeset('Picked on Textured, ± 0.02 m. Measured on the capture of 14 Mar 2026.'),
    );
    const two = aMeasurement({ takenOn: ['2026-03-14', '2026-09-26'] });
    expect(measureNotes(two, 'metric')).toContain('Measured on the captures of 14 Mar 2026 and 26 Sep 2026.');
  });

  it('counts legs instead of naming many', () => {
    const legs = legsFrom(
      Array.from({ length: 9 }, () => [1, 0, 0]),
      [1, 2, 3, 4],
    );
    expect(measureNotes(aMeasurement({ legs }), 'metric')).toContain('4 legs refine as finer tiles arrive.');
  });

  it('reports when three points do not define a plane', () => {
    const measurement = aMeasurement({ mode: 'plane', legs: [], isDone: true });
    expect(measureNotes(measurement, 'metric')).toBe('The three points lie on one line, which is no plane.');
  });

  it('is empty before there is a result', () => {
    expect(measureNotes(aMeasurement({ legs: [] }), 'metric')).toBe('');
  });
});

describe('the active leg', () => {
  it('begins at the active point', () => expect(activeLegOf(aMeasurement(), 2)).toBe(1));
  it('is null at the last point, or without one', () => {
    expect(activeLegOf(aMeasurement(), 4)).toBeNull();
    expect(activeLegOf(aMeasurement(), null)).toBeNull();
  });
});

describe('what is said', () => {
  it('is the new leg of a distance', () => {
    expect(measureSpoken(aMeasurement(), 'metric')).toBe(typeset('Leg 3, 10.48 m'));
  });

  it('is the result of other modes once it is complete', () => {
    const height = { difference: 2, errorMetres: 0.03 };
    expect(measureSpoken(aMeasurement({ mode: 'height', height }), 'metric')).toBe('');
    expect(measureSpoken(aMeasurement({ mode: 'height', height, isDone: true }), 'metric')).toBe(
      typeset('+2.00 m, height difference'),
    );
  });
});
