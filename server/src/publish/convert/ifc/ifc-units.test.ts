import { describe, expect, it } from 'vitest';
import { IFCPROJECT } from 'web-ifc';
import type { IfcAttribute, IfcFile, IfcLine } from './ifc-file.ts';
import { IfcUnits } from './ifc-units.ts';

const ref = (value: number): IfcAttribute => ({ type: 5, value });

/** The units of a file of these lines; line 1 is the project and line 2 its assignment of the units that are named. */
function unitsOf(lines: Record<number, Record<string, IfcAttribute>>, assigned: readonly number[] = []): IfcUnits {
  const all = new Map<number, Record<string, IfcAttribute>>([
    [1, { UnitsInContext: ref(2) }],
    [2, { Units: assigned.map(ref) }],
    ...Object.entries(lines).map(([id, line]) => [Number(id), line] as const),
  ]);
  const line = (id: number | null): IfcLine | null => {
    const found = id === null ? undefined : all.get(id);
    return found ? ({ ...found, expressID: id!, type: 0 } as IfcLine) : null;
  };
  return new IfcUnits({ idsOf: (type) => (type === IFCPROJECT ? [1] : []), line } as Pick<
    IfcFile,
    'idsOf' | 'line'
  > as IfcFile);
}

describe('units of an IFC file', () => {
  it('raise the prefix with the metre', () => {
    const units = unitsOf({
      10: { Name: 'METRE', Prefix: 'MILLI' },
      11: { Name: 'SQUARE_METRE', Prefix: 'MILLI' },
      12: { Name: 'CUBIC_METRE', Prefix: 'CENTI' },
    });
    expect(units.unit(10)).toEqual({ symbol: 'mm', factor: 1e-3 });
    expect(units.unit(11)).toEqual({ symbol: 'mm²', factor: 1e-6 });
    expect(units.unit(12)).toEqual({ symbol: 'cm³', factor: 1e-6 });
  });

  it('are those of the project for a measure, the first of each kind', () => {
    const units = unitsOf(
      {
        10: { UnitType: 'LENGTHUNIT', Name: 'METRE', Prefix: 'MILLI' },
        11: { UnitType: 'LENGTHUNIT', Name: 'METRE' },
      },
      [10, 11],
    );
    expect(units.lengthMetres).toBe(1e-3);
    expect(units.ofMeasure('IFCPOSITIVELENGTHMEASURE')?.symbol).toBe('mm');
    expect(units.ofMeasure('IFCLABEL')).toBe(null);
    expect(units.ofMeasure(undefined)).toBe(null);
  });

  it('by conversion have the size of their base, and refuse to be without one', () => {
    const units = unitsOf({
      10: { Name: 'METRE' },
      11: { ValueComponent: 0.3048, UnitComponent: ref(10) },
      12: { Name: 'Square-Foot', ConversionFactor: ref(11) },
      13: { Name: 'foot', ConversionFactor: ref(99) },
    });
    expect(units.unit(12)).toEqual({ symbol: 'ft²', factor: 0.3048 });
    expect(() => units.unit(13)).toThrow(/foot/);
  });

  it('that are derived have a fraction, with brackets around a longer divisor', () => {
    const units = unitsOf({
      10: { Name: 'GRAM', Prefix: 'KILO' },
      11: { Name: 'METRE' },
      12: { Name: 'SECOND' },
      13: { Unit: ref(10), Exponent: 1 },
      14: { Unit: ref(11), Exponent: -1 },
      15: { Unit: ref(12), Exponent: -2 },
      16: { Elements: [ref(13), ref(14), ref(15)] },
      17: { Elements: [ref(15)] },
      18: { Elements: [] },
    });
    expect(units.unit(16)).toEqual({ symbol: 'kg/(m·s²)', factor: null });
    expect(units.unit(17)?.symbol).toBe('1/s²');
    expect(units.unit(18)).toBe(null);
  });

  it('that refer to themselves are none', () => {
    expect(unitsOf({ 10: { Elements: [ref(11)] }, 11: { Unit: ref(10), Exponent: 1 } }).unit(10)).toBe(null);
  });

  it('with the name of a method of objects are units of that name', () => {
    const units = unitsOf({ 10: { Name: 'constructor' }, 11: { Name: 'METRE', Prefix: 'constructor' } });
    expect(units.unit(10)).toEqual({ symbol: 'constructor', factor: null });
    expect(units.unit(11)).toEqual({ symbol: 'm', factor: 1 });
  });
});
