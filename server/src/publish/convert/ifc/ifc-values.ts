import type { CadValue } from '../cad-model.ts';
import {
  type IfcAttribute,
  type IfcFile,
  type IfcLine,
  plainOf,
  referenceOf,
  referencesOf,
  textOf,
} from './ifc-file.ts';
import type { IfcUnit, IfcUnits } from './ifc-units.ts';

/** A property as people read it: its unit is in its name, "Length (mm)". */
export interface NamedValue {
  readonly name: string;
  readonly value: CadValue;
}

/** Attributes of a set that are not its properties. */
const NOT_PROPERTIES = new Set(['expressID', 'type', 'GlobalId', 'OwnerHistory', 'Name', 'Description']);
/** Largest depth of complex properties within complex properties, against cycles. */
const DEEPEST = 8;

/** Reads values of IFC properties and quantities of every kind. */
export class IfcValues {
  readonly #file: IfcFile;
  readonly #units: IfcUnits;

  constructor(file: IfcFile, units: IfcUnits) {
    this.#file = file;
    this.#units = units;
  }

  /** All properties of a property set, a quantity set, or one of the sets with attributes of their own (IfcDoorLiningProperties). */
  ofSet(set: IfcLine): NamedValue[] {
    const members = set['HasProperties'] ?? set['Quantities'];
    if (Array.isArray(members)) return this.#members(members, 0);
    return this.ofAttributes(set, NOT_PROPERTIES);
  }

  /**
   * The plain attributes of a line: without references, lists, and attributes that are excluded by name. Attributes
   * without a value are omitted.
   */
  ofAttributes(line: IfcLine, leftOut: ReadonlySet<string>): NamedValue[] {
    return Object.entries(line).flatMap(([name, attribute]) => {
      if (leftOut.has(name)) return [];
      const value = scalarOf(attribute);
      return value === null || value === '' ? [] : [{ name: withUnit(name, this.#unitOf(attribute, null)), value }];
    });
  }

  #members(members: IfcAttribute, depth: number): NamedValue[] {
    return this.#file.lines(referencesOf(members)).map((line) => this.#member(line, depth));
  }

  #member(line: IfcLine, depth: number): NamedValue {
    const name = textOf(line['Name']) ?? `${this.#file.classOf(line.type)} #${line.expressID}`;
    const stated = this.#units.unit(referenceOf(line['Unit']));
    const nested = line['HasProperties'] ?? line['HasQuantities'];
    if (Array.isArray(nested)) {
      const inside = depth < DEEPEST ? this.#members(nested, depth + 1) : [];
      return { name, value: inside.map((one) => `${one.name}: ${spoken(one.value)}`).join(', ') };
    }
    if ('NominalValue' in line) return this.#single(name, line['NominalValue'], stated);
    if ('EnumerationValues' in line) return this.#list(name, line['EnumerationValues'], stated);
    if ('ListValues' in line) return this.#list(name, line['ListValues'], stated);
    if ('UpperBoundValue' in line) return this.#bounded(name, line, stated);
    if ('DefiningValues' in line) return this.#table(name, line);
    if ('PropertyReference' in line) return { name, value: this.#referenced(referenceOf(line['PropertyReference'])) };
    const quantity = Object.entries(line).find(([attribute]) => /^\w+Value$/.test(attribute));
    return this.#single(name, quantity?.[1], stated);
  }

  #single(name: string, attribute: IfcAttribute, stated: IfcUnit | null): NamedValue {
    return { name: withUnit(name, this.#unitOf(attribute, stated)), value: scalarOf(attribute) };
  }

  #list(name: string, attribute: IfcAttribute, stated: IfcUnit | null): NamedValue {
    const values = listOf(attribute);
    const unit = values[0] === undefined ? null : this.#unitOf(values[0], stated);
    return { name: withUnit(name, unit), value: values.map((one) => spoken(scalarOf(one))).join(', ') };
  }

  #bounded(name: string, line: IfcLine, stated: IfcUnit | null): NamedValue {
    const [low, high, set] = ['LowerBoundValue', 'UpperBoundValue', 'SetPointValue'].map((bound) => line[bound]);
    const unit = this.#unitOf(
      [low, high, set].find((one) => one != null),
      stated,
    );
    const [from, to, at] = [low, high, set].map(scalarOf);
    const range = [
      from === null ? '≤' : spoken(from!),
      from === null || to === null ? '' : 'to',
      to === null ? '' : spoken(to!),
    ];
    const text = to === null && from !== null ? `≥ ${spoken(from!)}` : range.filter(Boolean).join(' ');
    const hasRange = from !== null || to !== null;
    if (at === null || at === undefined) return { name: withUnit(name, unit), value: hasRange ? text : null };
    return { name: withUnit(name, unit), value: hasRange ? `${spoken(at)} (${text})` : at };
  }

  #table(name: string, line: IfcLine): NamedValue {
    const [keys, values] = [listOf(line['DefiningValues']), listOf(line['DefinedValues'])];
    const [keyUnit, valueUnit] = (
      [
        [keys, 'DefiningUnit'],
        [values, 'DefinedUnit'],
      ] as const
    ).map(([list, unit]) => this.#unitOf(list[0], this.#units.unit(referenceOf(line[unit]))));
    const rows = keys.map(
      (key, i) => `${measured(scalarOf(key), keyUnit!)}: ${measured(scalarOf(values[i]), valueUnit!)}`,
    );
    return { name, value: rows.join(', ') };
  }

  #referenced(id: number | null): CadValue {
    const line = this.#file.line(id);
    if (!line) return null;
    return (
      textOf(line['Name']) ?? textOf(line['Identification']) ?? `${this.#file.classOf(line.type)} #${line.expressID}`
    );
  }

  #unitOf(attribute: IfcAttribute, stated: IfcUnit | null): IfcUnit | null {
    if (stated) return stated;
    if (typeof attribute !== 'object' || attribute === null || Array.isArray(attribute)) return null;
    return this.#units.ofMeasure((attribute as { name?: string }).name);
  }
}

const withUnit = (name: string, unit: IfcUnit | null): string => (unit?.symbol ? `${name} (${unit.symbol})` : name);

const measured = (value: CadValue, unit: IfcUnit | null): string =>
  unit?.symbol ? `${spoken(value)} ${unit.symbol}` : spoken(value);

const spoken = (value: CadValue): string => (value === null ? '–' : String(value));

const listOf = (attribute: IfcAttribute): readonly IfcAttribute[] =>
  Array.isArray(attribute) ? (attribute as readonly IfcAttribute[]) : [];

/**
 * One plain value; null for a reference, a list, or no value. An IfcLogical that is neither true nor false is
 * "Unknown".
 */
export function scalarOf(attribute: IfcAttribute): CadValue {
  if (attribute == null || referenceOf(attribute) !== null) return null;
  const value = plainOf(attribute);
  if (typeof value === 'boolean') return value;
  // Adding zero turns a negative zero into a positive one.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'string') return textOf(attribute) ?? '';
  return (attribute as { name?: string }).name === 'IFCLOGICAL' ? 'Unknown' : null;
}
