import { columnValues, ContentError, featureValues, type JsonNode, type TileTable } from '@overlook/shared/tiles3d';
import type { B3dm, I3dm, Pnts } from '../../formats/tile-content.ts';
import type { FileFindings } from './findings.ts';

/** All semantics of features in pnts and i3dm (3D Tiles 1.0 §9.6, §9.7). */
const SEMANTICS = [
  'POSITION',
  'POSITION_QUANTIZED',
  'RGBA',
  'RGB',
  'RGB565',
  'NORMAL',
  'NORMAL_OCT16P',
  'NORMAL_UP',
  'NORMAL_RIGHT',
  'NORMAL_UP_OCT32P',
  'NORMAL_RIGHT_OCT32P',
  'SCALE',
  'SCALE_NON_UNIFORM',
  'BATCH_ID',
] as const;

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
  return ids ? Array.from(ids).reduce((most, id) => Math.max(most, id + 1), 0) : features;
}

function checkSemantics(tile: I3dm | Pnts, count: number, findings: FileFindings): void {
  const table = tile.featureTable;
  const isDraco = table.json.optional('extensions')?.optional('3DTILES_draco_point_compression') != null;
  for (const semantic of SEMANTICS) {
    const entry = table.json.optional(semantic);
    if (!entry?.isObject) continue;
    const values = collect(findings, () => featureValues(table, semantic, isDraco ? 0 : count));
    if (values) aligned(entry, values.BYTES_PER_ELEMENT, findings);
  }
  if (!table.json.optional('BATCH_ID') || isDraco) return;
  if (tile.kind === 'pnts' && tile.batchLength === null)
    return findings.error('feature table BATCH_LENGTH', 'is missing, though the points have batch ids.');
  const ids = collect(findings, () => readBatchIds(table, count));
  const limit = tile.kind === 'pnts' ? tile.batchLength! : count;
  const beyond = Array.from(ids ?? []).filter((id) => id >= limit).length;
  if (beyond > 0) findings.error('feature table BATCH_ID', `has ${beyond} ids that are not below ${limit}.`);
}

const readBatchIds = (table: TileTable, count: number): ArrayLike<number> | null =>
  featureValues(table, 'BATCH_ID', count);

function checkBatchTable(table: TileTable, rows: number, findings: FileFindings): void {
  for (const name of table.json.keys()) {
    if (name === 'extensions' || name === 'extras' || name === 'HIERARCHY') continue;
    const column = table.json.get(name);
    if (Array.isArray(column.value)) {
      if (column.value.length !== rows)
        findings.error(column.place, `has ${column.value.length} values for ${rows} features.`);
    } else collect(findings, () => checkBinaryColumn(table, column, rows, findings));
  }
}

function checkBinaryColumn(table: TileTable, column: JsonNode, rows: number, findings: FileFindings): void {
  const isDraco = table.json.optional('extensions')?.optional('3DTILES_draco_point_compression') != null;
  const { array, size } = columnValues(table, column, isDraco ? 0 : rows);
  if (size > 4) column.get('type').fail('is a matrix.');
  aligned(column, array.BYTES_PER_ELEMENT, findings);
}

function aligned(entry: JsonNode, bytes: number, findings: FileFindings): void {
  const offset = entry.get('byteOffset').value;
  if (typeof offset === 'number' && offset % bytes !== 0)
    findings.error(entry.get('byteOffset').place, `is ${offset}, which is no multiple of ${bytes}.`);
}

function collect<T>(findings: FileFindings, step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    findings.error(error.place, error.reason);
    return null;
  }
}
