import { IFCPROJECT } from 'web-ifc';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { type IfcFile, type IfcLine, numberOf, plainOf, referenceOf, referencesOf, textOf } from './ifc-file.ts';

/** A unit: its symbol, and its size in the SI unit of its kind (null where the file does not state it). */
export interface IfcUnit {
  readonly symbol: string;
  readonly factor: number | null;
}

const PREFIXES: Readonly<Record<string, readonly [symbol: string, exponent: number]>> = {
  EXA: ['E', 18],
  PETA: ['P', 15],
  TERA: ['T', 12],
  GIGA: ['G', 9],
  MEGA: ['M', 6],
  KILO: ['k', 3],
  HECTO: ['h', 2],
  DECA: ['da', 1],
  DECI: ['d', -1],
  CENTI: ['c', -2],
  MILLI: ['m', -3],
  MICRO: ['µ', -6],
  NANO: ['n', -9],
  PICO: ['p', -12],
  FEMTO: ['f', -15],
  ATTO: ['a', -18],
};

const SI_SYMBOLS: Readonly<Record<string, string>> = {
  AMPERE: 'A',
  BECQUEREL: 'Bq',
  CANDELA: 'cd',
  COULOMB: 'C',
  CUBIC_METRE: 'm³',
  DEGREE_CELSIUS: '°C',
  FARAD: 'F',
  GRAM: 'g',
  GRAY: 'Gy',
  HENRY: 'H',
  HERTZ: 'Hz',
  JOULE: 'J',
  KELVIN: 'K',
  LUMEN: 'lm',
  LUX: 'lx',
  METRE: 'm',
  MOLE: 'mol',
  NEWTON: 'N',
  OHM: 'Ω',
  PASCAL: 'Pa',
  RADIAN: 'rad',
  SECOND: 's',
  SIEMENS: 'S',
  SIEVERT: 'Sv',
  SQUARE_METRE: 'm²',
  STERADIAN: 'sr',
  TESLA: 'T',
  VOLT: 'V',
  WATT: 'W',
  WEBER: 'Wb',
};

/** A prefix of these is raised with the metre: a square millimetre is 10⁻⁶ m². */
const POWERS: Readonly<Record<string, number>> = { SQUARE_METRE: 2, CUBIC_METRE: 3 };

/** Units by conversion as files name them, in capitals without signs. */
const CONVERTED_SYMBOLS: Readonly<Record<string, string>> = {
  ACRE: 'acre',
  BAR: 'bar',
  BTU: 'Btu',
  CUBICFOOT: 'ft³',
  CUBICINCH: 'in³',
  CUBICYARD: 'yd³',
  DAY: 'd',
  DEGREE: '°',
  FAHRENHEIT: '°F',
  FOOT: 'ft',
  GALLON: 'gal',
  HOUR: 'h',
  INCH: 'in',
  KIP: 'kip',
  LITRE: 'L',
  MILE: 'mi',
  MINUTE: 'min',
  OUNCE: 'oz',
  POUND: 'lb',
  PSI: 'psi',
  SQUAREFOOT: 'ft²',
  SQUAREINCH: 'in²',
  SQUAREYARD: 'yd²',
  TONNE: 't',
  YARD: 'yd',
};

const SUPERSCRIPTS = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** Reads the units of an IFC file: those of the project, and those that single properties state. Throws `ContentError` for a broken one. */
export class IfcUnits {
  readonly #file: IfcFile;
  readonly #project = new Map<string, IfcUnit>();
  readonly #read = new Map<number, IfcUnit | null>();

  constructor(file: IfcFile) {
    this.#file = file;
    for (const project of file.idsOf(IFCPROJECT)) {
      const assignment = file.line(referenceOf(file.line(project)?.['UnitsInContext']));
      for (const id of referencesOf(assignment?.['Units'])) {
        const kind = textOf(file.line(id)?.['UnitType']);
        const unit = this.unit(id);
        if (kind && unit && !this.#project.has(kind)) this.#project.set(kind, unit);
      }
    }
  }

  /** Metres of the project's unit of length; null where the project does not name one. */
  get lengthMetres(): number | null {
    return this.#project.get('LENGTHUNIT')?.factor ?? null;
  }

  /** The project's unit for values of a type: IFCPOSITIVELENGTHMEASURE is counted in its LENGTHUNIT. */
  ofMeasure(measure: string | undefined): IfcUnit | null {
    const kind = /^IFC(?:POSITIVE|NONNEGATIVE)?(\w+)MEASURE$/.exec(measure ?? '')?.[1];
    return kind ? (this.#project.get(`${kind}UNIT`) ?? null) : null;
  }

  /** The unit at a line; null where there is none. */
  unit(expressId: number | null): IfcUnit | null {
    if (expressId === null) return null;
    const known = this.#read.get(expressId);
    if (known !== undefined) return known;
    this.#read.set(expressId, null);
    const line = this.#file.line(expressId);
    const unit = line && this.#readUnit(line);
    this.#read.set(expressId, unit);
    return unit;
  }

  #readUnit(line: IfcLine): IfcUnit | null {
    if ('ConversionFactor' in line) return this.#converted(line);
    if (Array.isArray(line['Elements'])) return this.#derived(line);
    const currency = textOf(line['Currency']);
    if (currency) return { symbol: currency, factor: null };
    const name = textOf(line['Name']);
    if (name === null) return null;
    // The name is text of the file: `constructor` is no unit.
    const si = ownOf(SI_SYMBOLS, name);
    if (si === undefined) return { symbol: convertedSymbol(name), factor: null };
    const [prefix, exponent] = ownOf(PREFIXES, textOf(line['Prefix']) ?? '') ?? ['', 0];
    return { symbol: `${prefix}${si}`, factor: 10 ** (exponent * (POWERS[name] ?? 1)) };
  }

  #converted(line: IfcLine): IfcUnit {
    const factor = this.#file.line(referenceOf(line['ConversionFactor']));
    const value = numberOf(factor?.['ValueComponent']);
    const baseId = referenceOf(factor?.['UnitComponent']);
    // web-ifc never returns from such a unit.
    if (value === null || !this.#file.line(baseId)) {
      throw new MalformedContentError(
        `#${line.expressID}`,
        `The unit ${textOf(line['Name']) ?? ''} does not state its elements.`,
      );
    }
    const base = this.unit(baseId);
    return {
      symbol: convertedSymbol(textOf(line['Name']) ?? base?.symbol ?? ''),
      factor: base?.factor == null ? null : value * base.factor,
    };
  }

  #derived(line: IfcLine): IfcUnit | null {
    const above: string[] = [];
    const below: string[] = [];
    for (const id of referencesOf(line['Elements'])) {
      const element = this.#file.line(id);
      const symbol = this.unit(referenceOf(element?.['Unit']))?.symbol;
      const exponent = Number(plainOf(element?.['Exponent']));
      if (!symbol || !Number.isInteger(exponent) || exponent === 0) return null;
      (exponent > 0 ? above : below).push(raised(symbol, Math.abs(exponent)));
    }
    if (above.length + below.length === 0) return null;
    const divisor = below.length > 1 ? `(${below.join('·')})` : below.join('');
    return { symbol: `${above.join('·') || '1'}${divisor ? `/${divisor}` : ''}`, factor: null };
  }
}

const ownOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const convertedSymbol = (name: string): string =>
  CONVERTED_SYMBOLS[name.toUpperCase().replace(/[^A-Z]/g, '')] ?? name.toLowerCase();

function raised(symbol: string, exponent: number): string {
  if (exponent === 1) return symbol;
  const power = [...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return /^[^²³]+$/.test(symbol) ? `${symbol}${power}` : `(${symbol})${power}`;
}
