import { buffer } from 'node:stream/consumers';
import type { Clock } from '../services/clock.ts';
import { createTimedCache } from '../services/timed-cache.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { rangeOfTile, readTileIndex, singleTilePath, TILES_FILE, type TileIndex } from '../storage/panorama-tiles.ts';
import { pictureKeys } from '../storage/pictures.ts';
import { createObjectFinder, type StoredFile } from './stored-file.ts';

interface TilePlace {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

interface KnownTiles {
  readonly file: StoredFile;
  readonly index: TileIndex;
}

/** How long the index of a panorama is cached: its tiles are asked for within moments. */
const KNOWN_FOR_MS = 30_000;

/** Finds the tiles of panoramas: in one file by its index, or each in a file as versions before kept them. */
export function createPanoramaTileFinder(clock: Clock, objects: ObjectStore) {
  const files = createObjectFinder(clock, objects);
  const known = createTimedCache<KnownTiles | null>(clock, KNOWN_FOR_MS);

  async function tilesOf(picture: string): Promise<KnownTiles | null> {
    const key = pictureKeys(picture) + TILES_FILE;
    const file = await files.find(key);
    const read = async (range: { first: number; last: number }) => buffer(await objects.get(key, range));
    return file && { file, index: await readTileIndex(file.sizeBytes, read) };
  }

  /** Null where there is no such tile. */
  return async function find(picture: string, { level, column, row }: TilePlace): Promise<StoredFile | null> {
    const tiles = await known.get(picture, () => tilesOf(picture));
    if (!tiles) return files.find(pictureKeys(picture) + singleTilePath(level, column, row));
    const { file, index } = tiles;
    const place = rangeOfTile(index, level, column, row);
    if (!place) return null;
    const stream: StoredFile['stream'] = (range) =>
      file.stream(range ? { first: place.first + range.first, last: place.first + range.last } : place);
    return {
      name: 'tile.jpeg',
      sizeBytes: place.last - place.first + 1,
      modifiedAt: file.modifiedAt,
      tag: `${file.tag}-${level}-${column}-${row}`,
      variants: [],
      stream,
      whole: async () => buffer(await stream()),
    };
  };
}
