import { type IfcFile, type IfcLine, numberOf, referenceOf, referencesOf, textOf } from './ifc-file.ts';
import type { IfcUnits } from './ifc-units.ts';
import type { NamedValue } from './ifc-values.ts';

/** Attributes in which materials hold others, outermost first. */
const INSIDE = [
  'ForLayerSet',
  'ForProfileSet',
  'MaterialLayers',
  'MaterialProfiles',
  'MaterialConstituents',
  'Materials',
  'Material',
] as const;

/**
 * The materials of an object, as properties: "Material" with all names, and each layer with its thickness, profile or
 * constituent on a line of its own.
 */
export function readMaterial(file: IfcFile, units: IfcUnits, materialIds: readonly number[]): NamedValue[] {
  const rows: NamedValue[] = [];
  const names = new Set<string>();
  const seen = new Set<number>();

  function read(id: number): void {
    const line = file.line(id);
    if (!line || seen.has(id)) return;
    const thickness = numberOf(line['LayerThickness']);
    const inside = INSIDE.flatMap((attribute) => referencesOf(line[attribute]));
    if (thickness !== null) {
      const unit = units.ofMeasure('IFCLENGTHMEASURE')?.symbol;
      const name = nameInside(file, line);
      rows.push({ name: `Layer ${rows.length + 1}`, value: `${name}, ${thickness}${unit ? ` ${unit}` : ''}` });
    } else if ('Profile' in line || 'Fraction' in line) {
      const part = textOf(line['Name']) ?? ('Profile' in line ? 'Profile' : 'Constituent');
      rows.push({ name: part, value: nameInside(file, line) });
    } else if (inside.length === 0) {
      const name = textOf(line['Name']);
      if (name) names.add(name);
    }
    // A layer may occur twice in one wall; only containers can contain themselves.
    if (thickness === null) seen.add(id);
    for (const one of inside) read(one);
  }

  for (const id of materialIds) read(id);
  return names.size > 0 ? [{ name: 'Material', value: [...names].join(', ') }, ...rows] : rows;
}

const nameInside = (file: IfcFile, line: IfcLine): string =>
  textOf(file.line(referenceOf(line['Material']))?.['Name']) ?? textOf(line['Name']) ?? 'no material';

/** An object's classifications by the name of their system: "OmniClass" → "21-02 20 Walls". */
export function readClassifications(file: IfcFile, referenceIds: readonly number[]): NamedValue[] {
  return referenceIds.flatMap((id) => {
    const line = file.line(id);
    if (!line) return [];
    const code = textOf(line['Identification']) ?? textOf(line['ItemReference']);
    const value = [code, textOf(line['Name'])].filter(Boolean).join(' ');
    return value ? [{ name: systemOf(file, line) ?? 'Classification', value }] : [];
  });
}

/** References lead up to their system through broader references. */
function systemOf(file: IfcFile, reference: IfcLine): string | null {
  let line: IfcLine | null = reference;
  for (let step = 0; line && step < 16; step++) {
    const above = file.line(referenceOf(line['ReferencedSource']));
    if (above && !('ReferencedSource' in above)) return textOf(above['Name']);
    if (above && !referenceOf(above['ReferencedSource'])) return textOf(above['Name']);
    line = above;
  }
  return null;
}
