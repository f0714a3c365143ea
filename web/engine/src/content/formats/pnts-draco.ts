import {
  binaryBody,
  componentTypeNamed,
  isBinaryColumn,
  type JsonNode,
  MalformedContentError,
  type TileTable,
} from '@overlook/shared/tiles3d';
import type { Attribute } from '../points/scan-values.ts';
import type { ParseContext } from '../content-platform.ts';
import { guardDecoder } from '../decoder-crash.ts';
import { decodeDraco } from '../draco.ts';

const EXTENSION = '3DTILES_draco_point_compression';

/** Decoded attributes by semantic (feature table) or column name (batch table). */
export type DracoPoints = Record<string, Attribute>;

const SEMANTIC_TYPES: Record<string, { componentType: number; normalized: boolean }> = {
  POSITION: { componentType: 5126, normalized: false },
  RGB: { componentType: 5121, normalized: true },
  RGBA: { componentType: 5121, normalized: true },
  NORMAL: { componentType: 5126, normalized: false },
  BATCH_ID: { componentType: 5125, normalized: false },
};

/** Attributes of 3DTILES_draco_point_compression; null when the file does not use it. */
export async function decodeDracoPoints(
  features: TileTable,
  batchTable: TileTable,
  count: number,
  context: ParseContext,
): Promise<DracoPoints | null> {
  const extension = extensionOf(features);
  if (!extension) return null;
  const where = `${context.name}, Draco points`;
  const bytes = binaryBody(features, extension, extension.get('byteLength').integer());
  const requests: Record<string, { uniqueId: number; componentType: number }> = {};
  for (const [semantic, uniqueId] of propertiesOf(extension)) {
    const type = SEMANTIC_TYPES[semantic];
    if (type) requests[semantic] = { uniqueId, componentType: type.componentType };
  }
  for (const [name, uniqueId] of propertiesOf(extensionOf(batchTable))) {
    const column = batchTable.json.get(name);
    if (!isBinaryColumn(column)) continue;
    const componentType = drawableType(componentTypeNamed(column.get('componentType').value));
    requests[name] = { uniqueId, componentType };
  }
  const decoder = await context.platform.draco();
  const decoded = await guardDecoder(decoder, context.platform, where, () =>
    decodeDraco(decoder, bytes, { kind: 'points', attributes: requests }, where),
  );
  if (decoded.vertexCount !== count) {
    throw new MalformedContentError(where, `${decoded.vertexCount} points where ${count} are declared.`);
  }
  return Object.fromEntries(
    Object.entries(decoded.attributes).map(([name, { value, size }]) => [
      name,
      { value, size: size as Attribute['size'], normalized: SEMANTIC_TYPES[name]?.normalized ?? false },
    ]),
  );
}

const extensionOf = (table: TileTable): JsonNode | null =>
  table.json.optional('extensions')?.optional(EXTENSION) ?? null;

/** Draco's id of each attribute by its name. */
function propertiesOf(extension: JsonNode | null): [name: string, uniqueId: number][] {
  const properties = extension?.optional('properties');
  return properties?.keys().map((name) => [name, properties.get(name).integer()]) ?? [];
}

/** The type itself, or floats for doubles and signed 32-bit integers, which no attribute can hold. */
const drawableType = (componentType: number | undefined): number =>
  componentType === undefined || componentType === 5124 || componentType === 5130 ? 5126 : componentType;
