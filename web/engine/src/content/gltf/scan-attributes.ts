import { valueAt } from '@overlook/shared/tiles3d';
import type { Attribute } from '../points/scan-values.ts';
import { type ScanValueName, scanValueOf } from '../points/scan-values.ts';
import type { GltfDocument } from './gltf-document.ts';
import type { GltfPrimitive } from './gltf-schema.ts';

export type ScanAttributes = Partial<Record<ScanValueName, Attribute>>;

const EXTENSION = 'EXT_structural_metadata';

/**
 * Attributes of points that say what was scanned: by the names of the property attributes of EXT_structural_metadata, else
 * by their own (`_INTENSITY`, `_CLASSIFICATION`, `_RETURN`). Offsets and scales of properties are not applied: all three
 * are counts.
 */
export function readScanAttributes(
  document: GltfDocument,
  json: GltfPrimitive,
  attribute: (name: string) => Attribute | null,
): ScanAttributes {
  const found: ScanAttributes = {};
  for (const [property, name] of [...propertyAttributes(document, json), ...ownNames(json)]) {
    const value = scanValueOf(property);
    if (!value || found[value]) continue;
    const values = attribute(name);
    if (values) found[value] = values;
  }
  return found;
}

const ownNames = (json: GltfPrimitive): [string, string][] =>
  Object.keys(json.attributes ?? {})
    .filter((name) => name.startsWith('_'))
    .map((name) => [name, name]);

/**
 * Properties of the primitive by name, with the attributes that hold them. The JSON is foreign data, so it is not
 * trusted.
 */
function propertyAttributes(document: GltfDocument, json: GltfPrimitive): [property: string, attribute: string][] {
  const used = valueAt(json.extensions, [EXTENSION, 'propertyAttributes']);
  if (!Array.isArray(used)) return [];
  return used.flatMap((index) => {
    const properties = valueAt(document.json.extensions, [
      EXTENSION,
      'propertyAttributes',
      index as number,
      'properties',
    ]);
    if (typeof properties !== 'object' || properties === null) return [];
    return Object.entries(properties).flatMap(([property, source]): [string, string][] => {
      const name = valueAt(source, ['attribute']);
      return typeof name === 'string' ? [[property, name]] : [];
    });
  });
}
