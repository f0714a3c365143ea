import { readTable, readTableTile, type TableTile, type TileTable } from '@overlook/shared/tiles3d';
import { inFile } from '../foreign-json.ts';

/** A b3dm, i3dm or pnts whose tables are parsed; errors about their values name the file. */
export interface TileParts {
  readonly tile: TableTile;
  readonly features: TileTable;
  readonly batchTable: TileTable;
}

/** Splits the tile of the file `name` into its parts. Throws UnsupportedContentError, MalformedContentError. */
export function readTables(bytes: Uint8Array, kind: 'b3dm' | 'i3dm' | 'pnts', name: string): TileParts {
  const tile = inFile(name, () => readTableTile(bytes, kind));
  return {
    tile,
    features: readTable(tile.featureTable, `${name}, feature table`, `${name}, feature table`),
    batchTable: readTable(tile.batchTable, `${name}, batch table`, `${name}, batch table`),
  };
}
