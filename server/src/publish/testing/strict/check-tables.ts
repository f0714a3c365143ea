import { BadContent } from '@overlook/shared/tiles3d';
import type { JsonNode } from '../../formats/json-node.ts';
import type { B3dm, I3dm, Pnts } from '../../formats/tile-content.ts';
import { COMPONENT_BYTES, type TileTable, binaryBody } from '../../formats/tile-tables.ts';
import type { FileFindings } from './findings.ts';

const TYPE_SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** The binary per-feature semantics: [components, bytes of a component]. 3D Tiles 1.0 §9.5 to 9.7. */
const SEMANTICS: Readonly<Record<string, readonly [number, number]>> = {
  POSITION: [3, 4],
  POSITION_QUANTIZED: [3, 2],
  RGBA: [4, 1],
  RGB: [3, 1],
  RGB565: [1, 2],
  NORMAL: [3, 4],
  NORMAL_OCT16P: [2, 1],
  NORMAL_UP: [3, 4],
  NORMAL_RIGHT: [3, 4],
  NORMAL_UP_OCT32P: [2, 2],
  NORMAL_RIGHT_OCT32P: [2, 2],
  SCALE: [1, 4],
  SCALE_NON_UNIFORM: [3, 4],
};

/** Feature table semantics in bounds and aligned, batch table columns as long as there are features, ids in range. */
export function checkTables(tile: B3dm | I3dm | Pnts, findings: FileFindings): void {
  const features = tile.kind === 'b3dm' ? tile.batchLength : tile.kind === 'i3dm' ? tile.instances : tile.points;
  if (tile.kind === 'b3dm' && !tile.featureTable.json.optional('BATCH_LENGTH'))
    findings.error('feature table BATCH_LENGTH', 'is missing.');
  else if (tile.kind !== 'b3dm') checkSemantics(tile, features, findings);
  const rows = tile.kind === 'b3dm' ? features : batchCount(tile, features);
  checkBatchTable(tile.batchTable, rows, findings);
}

/** Rows of the batch table of instances or points: ids where there are any, else one row each. */
function batchCount(tile: I3dm | Pnts, features: number): number {
  if (tile.kind === 'pnts') return tile.batchLength ?? features;
  const ids = readBatchIds(tile.featureTable, features);
  return ids ? ids.reduce((most, id) => Math.max(most, id + 1), 0) : features;
}

function checkSemantics(tile: I3dm | Pnts, count: number, findings: FileFindings): void {
  const table = tile.featureTable;
  const isDraco = table.json.optional('extensions')?.optional('3DTILES_draco_point_compression') != null;
  for (const [name, [size, bytes]] of Object.entries(SEMANTICS)) {
    const entry = table.json.optional(name);
    if (!entry?.isObject) continue;
    if (!isDraco) tell(findings, () => binaryBody(table, entry, size * bytes * count));
    aligned(entry, bytes, findings);
  }
  if (!table.json.optional('BATCH_ID') || isDraco) return;
  if (tile.kind === 'pnts' && tile.batchLength === null)
    return findings.error('feature table BATCH_LENGTH', 'is missing, though the points have batch ids.');
  const ids = tell(findings, () => readBatchIds(table, count));
  const limit = tile.kind === 'pnts' ? tile.batchLength! : count;
  const beyond = ids?.filter((id) => id >= limit).length ?? 0;
  if (beyond > 0) findings.error('feature table BATCH_ID', `has ${beyond} ids that are not below ${limit}.`);
}

function readBatchIds(table: TileTable, count: number): number[] | null {
  const entry = table.json.optional('BATCH_ID');
  if (!entry) return null;
  const type = entry.optional('componentType')?.string() ?? 'UNSIGNED_SHORT';
  const bytes = type.startsWith('UNSIGNED') ? COMPONENT_BYTES[type]! : entry.fail(`has component type ${type}.`);
  const body = binaryBody(table, entry, bytes * count);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return Array.from({ length: count }, (_, i) =>
    bytes === 1 ? view.getUint8(i) : bytes === 2 ? view.getUint16(2 * i, true) : view.getUint32(4 * i, true),
  );
}

function checkBatchTable(table: TileTable, rows: number, findings: FileFindings): void {
  for (const name of table.json.keys()) {
    if (name === 'extensions' || name === 'extras' || name === 'HIERARCHY') continue;
    const column = table.json.get(name);
    if (Array.isArray(column.value)) {
      if (column.value.length !== rows)
        findings.error(column.place, `has ${column.value.length} values for ${rows} features.`);
    } else tell(findings, () => checkBinaryColumn(table, column, rows, findings));
  }
}

function checkBinaryColumn(table: TileTable, column: JsonNode, rows: number, findings: FileFindings): void {
  const bytes =
    COMPONENT_BYTES[column.get('componentType').string()] ?? column.get('componentType').fail('is unknown.');
  const size = TYPE_SIZES[column.get('type').string()] ?? column.get('type').fail('is unknown.');
  aligned(column, bytes, findings);
  if (table.json.optional('extensions')?.optional('3DTILES_draco_point_compression')) return;
  binaryBody(table, column, size * bytes * rows);
}

function aligned(entry: JsonNode, bytes: number, findings: FileFindings): void {
  const offset = entry.get('byteOffset').value;
  if (typeof offset === 'number' && offset % bytes !== 0)
    findings.error(entry.get('byteOffset').place, `is ${offset}, which is no multiple of ${bytes}.`);
}

function tell<T>(findings: FileFindings, step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof BadContent)) throw error;
    findings.error(error.place, error.reason);
    return null;
  }
}
