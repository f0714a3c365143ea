/**
 * Values of a scanner and a classifier for each point: intensity, class and number of the return, packed into four
 * bytes. They are always uploaded, as one attribute: a point of a quantised cloud then takes 16 bytes where it took 12,
 * and to change what it is coloured by loads nothing.
 */
import type { ComponentArray } from '@overlook/shared/tiles3d';

/** One vertex attribute: tightly packed, `size` components per vertex, normalized integers read as 0…1 or −1…1. */
export interface Attribute {
  value: ComponentArray;
  size: 1 | 2 | 3 | 4;
  normalized: boolean;
}

/** Bits of the values in a packed number. */
export const SCAN_BITS = {
  intensity: { shift: 0, most: 0xffff },
  classification: { shift: 16, most: 0xff },
  returnNumber: { shift: 24, most: 0xff },
} as const;

export type ScanValueName = keyof typeof SCAN_BITS;

/** A value, and the number of points with it. */
export type ValueCount = readonly [value: number, points: number];

export interface ScanValues {
  /** One number for each point; {@link SCAN_BITS} gives the places of the values. */
  packed: Uint32Array;
  /** Which of the values the content has; the others are 0. */
  has: Record<ScanValueName, boolean>;
  /** Ascending by value; empty where the content has none. */
  classCounts: ValueCount[];
  returnCounts: ValueCount[];
}

/** Names of the values in batch tables, glTF attributes and metadata classes, without case, underscores and spaces. */
const NAMES: Readonly<Record<string, ScanValueName>> = {
  intensity: 'intensity',
  classification: 'classification',
  classificationcode: 'classification',
  class: 'classification',
  return: 'returnNumber',
  returnnumber: 'returnNumber',
};

/** The class in a packed number. */
export const classOf = (packed: number): number =>
  (packed >>> SCAN_BITS.classification.shift) & SCAN_BITS.classification.most;

/** The value in a column or an attribute of this name; null for an unused one. */
export const scanValueOf = (name: string): ScanValueName | null =>
  NAMES[name.replaceAll(/[_ -]/g, '').toLowerCase()] ?? null;

/** Packs the available values, one component per point each. Null where there are none. */
export function packScanValues(values: Partial<Record<ScanValueName, Attribute>>, count: number): ScanValues | null {
  const packed = new Uint32Array(count);
  const has = { intensity: false, classification: false, returnNumber: false };
  for (const name of Object.keys(SCAN_BITS) as ScanValueName[]) {
    const attribute = values[name];
    if (!attribute || attribute.size !== 1 || attribute.value.length !== count) continue;
    has[name] = true;
    addTo(packed, attribute, name);
  }
  if (!Object.values(has).some(Boolean)) return null;
  return {
    packed,
    has,
    classCounts: has.classification ? countsOf(packed, 'classification') : [],
    returnCounts: has.returnNumber ? countsOf(packed, 'returnNumber') : [],
  };
}

/** Fractions are shares of the largest intensity; classes and returns are whole in every format. */
function addTo(packed: Uint32Array, attribute: Attribute, name: ScanValueName): void {
  const { shift, most } = SCAN_BITS[name];
  const { value } = attribute;
  const scale = name === 'intensity' ? intensityScale(attribute) : 1;
  for (let i = 0; i < packed.length; i++) {
    const scaled = Math.round(value[i]! * scale);
    // For NaN the comparison is false, and the value stays 0.
    const held = scaled > 0 ? Math.min(scaled, most) : 0;
    packed[i] = packed[i]! + held * 2 ** shift;
  }
}

function intensityScale({ value, normalized }: Attribute): number {
  const { most } = SCAN_BITS.intensity;
  if (normalized && value instanceof Uint8Array) return most / 255;
  if (!(value instanceof Float32Array)) return 1;
  let isFraction = false;
  for (const one of value) {
    if (one > 1) return 1;
    if (one > 0 && one < 1) isFraction = true;
  }
  return isFraction ? most : 1;
}

function countsOf(packed: Uint32Array, name: ScanValueName): ValueCount[] {
  const { shift, most } = SCAN_BITS[name];
  const counts = new Uint32Array(most + 1);
  for (const one of packed) counts[(one >>> shift) & most]!++;
  return Array.from(counts, (points, value) => [value, points] as const).filter(([, points]) => points > 0);
}
