import { COMPONENT_TYPES } from '../accessors.ts';
import type { Attribute } from '../content.ts';
import { MalformedContent } from '../content-errors.ts';
import type { ParseContext } from '../content-platform.ts';
import { decodeDraco } from '../draco-module.ts';
import { isBinaryColumn } from './batch-table.ts';
import type { FeatureTable, TableSections } from './feature-table.ts';

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
  features: FeatureTable,
  batchTable: TableSections,
  count: number,
  context: ParseContext,
): Promise<DracoPoints | null> {
  const extension = features.sections.json['extensions']?.[EXTENSION];
  if (!extension) return null;
  const where = `${context.name}, Draco points`;
  const { byteOffset, byteLength } = extension;
  const { binary } = features.sections;
  if (!(byteOffset >= 0 && byteLength >= 0 && byteOffset + byteLength <= binary.byteLength)) {
    throw new MalformedContent(`${where}: bytes ${byteOffset} to ${byteOffset + byteLength} of ${binary.byteLength}.`);
  }
  const requests: Record<string, { uniqueId: number; componentType: number }> = {};
  for (const [semantic, uniqueId] of Object.entries((extension.properties ?? {}) as Record<string, number>)) {
    const type = SEMANTIC_TYPES[semantic];
    if (type) requests[semantic] = { uniqueId, componentType: type.componentType };
  }
  const columns: Record<string, number> = batchTable.json['extensions']?.[EXTENSION]?.properties ?? {};
  for (const [name, uniqueId] of Object.entries(columns)) {
    const column: unknown = batchTable.json[name];
    if (!isBinaryColumn(column)) continue;
    requests[name] = { uniqueId, componentType: drawableType(COMPONENT_TYPES[column.componentType]) };
  }
  const bytes = binary.subarray(byteOffset, byteOffset + byteLength);
  const module = await context.platform.draco();
  const decoded = decodeDraco(module, bytes, { kind: 'points', attributes: requests }, where);
  if (decoded.vertexCount !== count) {
    throw new MalformedContent(`${where}: ${decoded.vertexCount} points where ${count} are declared.`);
  }
  return Object.fromEntries(
    Object.entries(decoded.attributes).map(([name, { value, size }]) => [
      name,
      { value, size: size as Attribute['size'], normalized: SEMANTIC_TYPES[name]?.normalized ?? false },
    ]),
  );
}

/** The type itself, or floats for doubles and signed 32-bit integers, which no attribute can hold. */
const drawableType = (componentType: number | undefined): number =>
  componentType === undefined || componentType === 5124 || componentType === 5130 ? 5126 : componentType;
