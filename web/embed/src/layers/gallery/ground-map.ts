/** An external map below the site: images of a WMS, or tiles of a WMTS or XYZ URL, as flat ground around the origin. */
import { BitmapLayer } from '@deck.gl/layers';
import type { Vec3 } from '@overlook/shared/maths';
import { defineLayer } from '../define-layer.ts';
import type { LayerPlace } from '../layer-definition.ts';
import { readBounded } from '../read-source.ts';
import { type GalleryOptions, numberOption, textOption } from './gallery-options.ts';
import { readOnlyArray, texturePicture } from '@overlook/engine/library-types';

/** A tile of Web Mercator (EPSG:3857) and its corners. */
interface MapPicture {
  readonly key: string;
  readonly image: ImageBitmap;
  /** South-west, north-west, north-east, south-east. */
  readonly corners: readonly [Vec3, Vec3, Vec3, Vec3];
}

interface Square {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

const TILES_AT_MOST = 64;
const TILE_LARGEST_BYTES = 4 * 1024 * 1024;
const TILE_PX = 256;
/** Half the width of the Web Mercator plane, metres. */
const HALF_M = Math.PI * 6_378_137;
const CIRCUMFERENCE_M = 40_075_016;

const columnAt = (longitude: number, zoom: number): number => ((longitude + 180) / 360) * 2 ** zoom;
function rowAt(latitude: number, zoom: number): number {
  const phi = (latitude * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * 2 ** zoom;
}
const longitudeAt = (column: number, zoom: number): number => (360 * column) / 2 ** zoom - 180;
const latitudeAt = (row: number, zoom: number): number =>
  (180 / Math.PI) * Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom)));

/** Returns the tiles within `radiusM` of a position, at the largest zoom up to `zoom` with at most {@link TILES_AT_MOST} tiles. */
export function squaresAround(longitude: number, latitude: number, radiusM: number, zoom: number): Square[] {
  const across = 2 ** zoom / (CIRCUMFERENCE_M * Math.cos((latitude * Math.PI) / 180));
  const [x, y, reach] = [columnAt(longitude, zoom), rowAt(latitude, zoom), radiusM * across];
  const [west, east, north, south] = [x - reach, x + reach, y - reach, y + reach].map(Math.floor) as [number, number, number, number]; // prettier-ignore
  if ((east - west + 1) * (south - north + 1) > TILES_AT_MOST)
    return squaresAround(longitude, latitude, radiusM, zoom - 1);
  const squares: Square[] = [];
  for (let row = north; row <= south; row++)
    for (let column = west; column <= east; column++) squares.push({ zoom, column, row });
  return squares;
}

/** Returns the URL of a tile: `{z}`, `{x}` and `{y}` for WMTS and XYZ, `{bbox}` (EPSG:3857) for a WMS. */
export function squareUrl(template: string, { zoom, column, row }: Square): string {
  const side = (2 * HALF_M) / 2 ** zoom;
  const [west, north] = [column * side - HALF_M, HALF_M - row * side];
  const values = {
    z: zoom,
    x: column,
    y: row,
    bbox: [west, north - side, west + side, north].join(','),
    size: TILE_PX,
  };
  return template.replaceAll(/\{(z|x|y|bbox|size)\}/g, (_, name: keyof typeof values) => String(values[name]));
}

function cornersOf({ zoom, column, row }: Square, { frame }: LayerPlace, height: number): MapPicture['corners'] {
  const at = (dx: number, dy: number): Vec3 => {
    const [east, north] = frame.enuFromLla(longitudeAt(column + dx, zoom), latitudeAt(row + dy, zoom), 0);
    return [east, north, height];
  };
  return [at(0, 1), at(0, 0), at(1, 0), at(1, 1)];
}

/** `options`: `url` with `{z}/{x}/{y}` or `{bbox}`, `zoom` (18), `radiusM` (500), `heightM` above the origin (−0.5), `credit`. */
export function groundMapLayer(given: GalleryOptions) {
  const template = textOption(given, 'url');
  const zoom = numberOption(given, 'zoom', { least: 0, most: 22, byDefault: 18 });
  const radiusM = numberOption(given, 'radiusM', { least: 10, most: 5000, byDefault: 500 });
  const height = numberOption(given, 'heightM', { least: -1000, most: 1000, byDefault: -0.5 });
  const credit = textOption(given, 'credit', 'Map of another service');
  const load = async (place: LayerPlace, signal: AbortSignal): Promise<MapPicture[]> => {
    const { longitude, latitude } = place.frame.llaFromEnu([0, 0, 0]);
    const squares = squaresAround(longitude, latitude, radiusM, Math.floor(zoom));
    const pictures = await Promise.all(
      squares.map(async (square) => {
        const response = await fetch(squareUrl(template, square), { signal });
        if (response.status === 404) return null;
        if (!response.ok) throw new Error(`The map answered ${response.status}.`);
        const bytes = await readBounded(response, TILE_LARGEST_BYTES);
        const image = await createImageBitmap(new Blob([bytes]));
        const key = `${square.zoom}/${square.column}/${square.row}`;
        return { key, image, corners: cornersOf(square, place, height) };
      }),
    );
    const found = pictures.filter((picture) => picture !== null);
    if (found.length === 0) throw new Error('The map has no picture of this site.');
    return found;
  };
  return defineLayer<MapPicture[]>({
    id: given.id,
    title: given.title,
    icon: given.icon ?? 'map',
    source: { kind: 'load', load },
    layers: ({ data }) =>
      data.map(
        ({ key, image, corners }) =>
          new BitmapLayer({
            id: key,
            image: texturePicture(image),
            bounds: readOnlyArray(corners.map((corner) => [...corner])),
          }),
      ),
    summary: ({ data }) => `${data.length} pictures, ${credit}`,
  });
}
