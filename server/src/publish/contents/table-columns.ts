import { columnValues, ContentError, featureValues, isBinaryColumn } from '@overlook/shared/tiles3d';
import type { B3dm, I3dm, Pnts } from '../formats/tile-content.ts';
import type { GltfSource } from './loaded-gltf.ts';

/** Warns of the columns of a batch table that cannot be read: the viewer shows the tile without these properties. */
export function warnOfBrokenColumns(tile: B3dm | I3dm | Pnts, warn: GltfSource['warn']): void {
  const { batchTable } = tile;
  if (!warn || batchTable.json.optional('extensions')?.optional('3DTILES_draco_point_compression')) return;
  const rows = rowsOf(tile);
  for (const name of batchTable.json.keys()) {
    const column = batchTable.json.get(name);
    if (!isBinaryColumn(column)) continue;
    try {
      columnValues(batchTable, column, rows);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      warn(error.place, `${error.reason} The tile is shown without this property.`);
    }
  }
}

function rowsOf(tile: B3dm | I3dm | Pnts): number {
  if (tile.kind === 'b3dm') return tile.batchLength;
  if (tile.kind === 'pnts') return tile.batchLength ?? tile.points;
  const ids = featureValues(tile.featureTable, 'BATCH_ID', tile.instances);
  let rows = ids ? 0 : tile.instances;
  for (const id of ids ?? []) rows = Math.max(rows, id + 1);
  return rows;
}
