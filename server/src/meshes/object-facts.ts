import {
  columnValues,
  ContentError,
  type ForeignJson,
  isBinaryColumn,
  type PropertyTable,
  readPropertyTables,
  readTableColumn,
} from '@overlook/shared/tiles3d';
import type { ContentModel } from '../publish/contents/content-models.ts';
import { GUID, TAG } from '../publish/convert/gltf/node-details.ts';
import type { LoadedGltf } from '../publish/contents/loaded-gltf.ts';

/** Columns of a batch or property table by name, one value for each feature. */
export type ObjectColumns = Readonly<Record<string, readonly unknown[]>>;

type Scalar = string | number | boolean;

/** The data of a table about an object. */
export interface ObjectFacts {
  readonly name: string | null;
  /** Its number in the layer, by which the object tree knows it; null where the table has none. */
  readonly layerId: number | null;
  readonly guid: string | null;
  readonly tag: string | null;
  /** All columns with a plain value. */
  readonly properties: Readonly<Record<string, Scalar>>;
}

const NAME = /^(name|object ?name|label)$/i;

/** The row of a feature; null where the table does not reach. */
export function objectFacts(columns: ObjectColumns, feature: number): ObjectFacts | null {
  const properties: Record<string, Scalar> = {};
  for (const [name, values] of Object.entries(columns)) {
    const value = values[feature];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') properties[name] = value;
  }
  if (Object.keys(properties).length === 0) return null;
  const text = (pattern: RegExp) => {
    const [, value] = Object.entries(properties).find(([name, one]) => pattern.test(name) && one !== '') ?? [];
    return value === undefined ? null : String(value);
  };
  const id = properties['id'];
  const layerId = Number.isInteger(id) ? (id as number) : null;
  return { name: text(NAME), layerId, guid: text(GUID), tag: text(TAG), properties };
}

/** The batch table of a model's tile; null where the model is a content of its own. A column that cannot be read is left out. */
export function batchColumns({ tile }: Pick<ContentModel, 'tile'>): ObjectColumns | null {
  if (!tile) return null;
  const { batchTable } = tile;
  const columns: Record<string, readonly unknown[]> = {};
  for (const name of batchTable.json.keys()) {
    const column = batchTable.json.get(name);
    if (Array.isArray(column.value)) columns[name] = column.value;
    else if (isBinaryColumn(column)) {
      const rows = tile.kind === 'b3dm' ? tile.batchLength : tile.instances;
      const read = unlessBroken(() => columnValues(batchTable, column, rows));
      if (read?.size === 1) columns[name] = Array.from(read.array);
    }
  }
  return columns;
}

/** The property tables of a glTF. A column that cannot be read is left out. */
export function tableColumns({ gltf, data }: LoadedGltf): ObjectColumns[] {
  const metadata = gltf.json.optional('extensions')?.optional('EXT_structural_metadata');
  if (!metadata) return [];
  const schema = metadata.optional('schema');
  const viewBytes = (index: number): Uint8Array => {
    if (!gltf.bufferViews[index]) metadata.fail(`names buffer view ${index}; there are ${gltf.bufferViews.length}.`);
    return data.viewBytes(index, metadata);
  };
  const tables = readPropertyTables(metadata, (schema?.isObject ? schema.value : {}) as ForeignJson);
  return tables.map((table) => columnsOf(table, viewBytes));
}

function columnsOf(table: PropertyTable, viewBytes: (view: number) => Uint8Array): ObjectColumns {
  const columns: Record<string, readonly unknown[]> = {};
  for (const name of Object.keys((table.classJson['properties'] ?? {}) as ForeignJson)) {
    const values = unlessBroken(() => readTableColumn(table, name, viewBytes));
    if (values) columns[name] = values;
  }
  return columns;
}

function unlessBroken<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}
