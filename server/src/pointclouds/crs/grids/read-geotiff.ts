import type { GridFile } from './grid-file.ts';
import { assertShape, type GridKind, type Raster } from './raster.ts';
import { openSamples, type ReadSample, TAG } from './tiff-blocks.ts';
import { readDirectories, type TiffDirectory } from './tiff-directory.ts';

/**
 * Reads a grid as PROJ publishes it (GeoTIFF, geodetic TIFF grids): each directory is a grid of its own, the finest comes first.
 * Throws `ImportRefusedError`.
 */
export function readGeotiff(file: GridFile, kind: GridKind): Raster[] {
  const rasters = readDirectories(file)
    .filter((directory) => !isOverview(directory) && directory.numbers(TAG.width).length > 0)
    .flatMap((directory) => rasterOf(file, directory, kind) ?? []);
  if (rasters.length === 0)
    throw file.refusal(
      'its directories',
      kind === 'geoid' ? 'has no heights of a geoid.' : 'has no shifts of latitude and longitude.',
    );
  return rasters.toSorted((a, b) => a.stepDeg[1] - b.stepDeg[1]);
}

/** Smaller copies of a picture, and masks. */
const isOverview = (directory: TiffDirectory): boolean => ((directory.numbers(TAG.subfile)[0] ?? 0) & 5) !== 0;

interface Band {
  readonly sample: number;
  /** To metres, or to degrees to the north or east. */
  readonly scale: number;
  readonly offset: number;
}

function rasterOf(file: GridFile, directory: TiffDirectory, kind: GridKind): Raster | null {
  const items = metadataOf(directory.text(TAG.metadata));
  const bands = bandsOf(file, directory, items, kind);
  if (!bands) return null;
  const { shape, isFromSouth } = shapeOf(file, directory);
  const sampleAt = openSamples(file, directory);
  const noDataText = directory.text(TAG.noData).trim();
  const noData = noDataText === '' ? NaN : Number(noDataText);
  const nodeOf: (read: ReadSample) => Raster['node'] = (read) => (column, row, band) => {
    const { sample, scale, offset } = bands[band]!;
    const raw = read(column, isFromSouth ? row : shape.rows - 1 - row, sample);
    // The text of a value that is kept in 32 bits has more digits than these.
    return raw === noData || raw === Math.fround(noData) ? NaN : raw * scale + offset;
  };
  return { ...shape, node: nodeOf(sampleAt) };
}

type Items = readonly { readonly name: string; readonly sample: number | null; readonly value: string }[];

/** GDAL's items of metadata: `<Item name="…" sample="0" role="…">value</Item>`. */
function metadataOf(text: string): Items {
  const found = text.slice(0, 100_000).matchAll(/<Item\s([^<>]{0,300})>([^<]{0,1000})<\/Item>/g);
  return [...found].map(([, attributes = '', value = '']) => {
    const sample = /\bsample="(\d+)"/.exec(attributes)?.[1];
    const name = /\bname="([^"]*)"/.exec(attributes)?.[1] ?? '';
    return { name: name.toLowerCase(), sample: sample === undefined ? null : Number(sample), value: value.trim() };
  });
}

const itemOf = (items: Items, name: string, sample: number | null): string | undefined =>
  items.find((item) => item.name === name && item.sample === sample)?.value;

/** Degrees of the units of shifts. */
const DEGREES: Readonly<Record<string, number>> = {
  'arc-second': 1 / 3600,
  'arc-seconds per year': NaN,
  degree: 1,
  radian: 180 / Math.PI,
};

/** Where a grid has what is looked for; null where it has something else. */
function bandsOf(file: GridFile, directory: TiffDirectory, items: Items, kind: GridKind): Band[] | null {
  const samples = directory.numbers(TAG.samples)[0] ?? 1;
  const type = itemOf(items, 'type', null);
  const isOther = kind === 'geoid' ? /HORIZONTAL|VELOCITY|VERTICAL_TO_VERTICAL/ : /VERTICAL|VELOCITY/;
  if (type !== undefined && isOther.test(type)) return null;
  const named = (...names: string[]) =>
    items.find(({ name, value }) => name === 'description' && names.includes(value))?.sample;
  const areNamed = items.some(({ name, sample }) => name === 'description' && sample !== null);
  const wanted =
    kind === 'geoid'
      ? [named('geoid_undulation', 'hydroid_height')]
      : [named('latitude_offset'), named('longitude_offset')];
  if (areNamed && wanted.includes(undefined)) return null;
  const bands = wanted.map((sample, i): Band => {
    const own = sample ?? i;
    const [scale, offset] = ['scale', 'offset'].map((name) => itemOf(items, name, own));
    const unit = kind === 'geoid' ? metresOf(items, own) : degreesOf(items, own, i === 1);
    return { sample: own, scale: Number(scale ?? 1) * unit, offset: Number(offset ?? 0) * unit };
  });
  const isUsable = bands.every((band) => band.sample < samples && Number.isFinite(band.scale + band.offset));
  if (!isUsable)
    throw file.refusal(
      `the directory at byte ${directory.at}`,
      'has values that are not there, or of an unknown unit.',
    );
  return bands;
}

const metresOf = (items: Items, sample: number): number =>
  /^(?:metre|meter|m)?$/.test(itemOf(items, 'unittype', sample) ?? '') ? 1 : NaN;

function degreesOf(items: Items, sample: number, isLongitude: boolean): number {
  const unit = DEGREES[itemOf(items, 'unittype', sample) ?? 'arc-second'] ?? NaN;
  return isLongitude && itemOf(items, 'positive_value', sample) === 'west' ? -unit : unit;
}

/** GeoTIFF's key of whether a node is the middle of a pixel's area, and its value for that. */
const RASTER_TYPE = 1025;
const IS_AREA = 1;

function shapeOf(file: GridFile, directory: TiffDirectory) {
  const [columns = 0, rows = 0] = [TAG.width, TAG.height].map((tag) => directory.numbers(tag)[0]);
  const place = `the directory at byte ${directory.at}`;
  const [west, first, eastStep, downStep] = placing(file, directory, place);
  const keys = directory.numbers(TAG.geoKeys);
  const isArea = keys.some((key, i) => i >= 4 && i % 4 === 0 && key === RASTER_TYPE && keys[i + 3] === IS_AREA);
  const half = isArea ? 0.5 : 0;
  const [westDeg, firstDeg] = [west + half * eastStep, first + half * downStep];
  const isFromSouth = downStep > 0;
  const southDeg = isFromSouth ? firstDeg : firstDeg + (rows - 1) * downStep;
  const shape = { westDeg, southDeg, stepDeg: [eastStep, Math.abs(downStep)] as const, columns, rows };
  assertShape(file, place, shape);
  return { shape, isFromSouth };
}

/** Longitude and latitude of the first pixel's corner, or node, and the steps to the next column and row. */
function placing(file: GridFile, directory: TiffDirectory, place: string): [number, number, number, number] {
  const [scaleX, scaleY] = directory.numbers(TAG.pixelScale);
  const [column, row, , longitude, latitude] = directory.numbers(TAG.tiePoint);
  if (scaleX !== undefined && scaleY !== undefined && column !== undefined && latitude !== undefined)
    return [longitude! - column * scaleX, latitude + row! * scaleY, scaleX, -scaleY];
  const matrix = directory.numbers(TAG.matrix);
  if (matrix.length === 16 && matrix[1] === 0 && matrix[4] === 0)
    return [matrix[3]!, matrix[7]!, matrix[0]!, matrix[5]!];
  throw file.refusal(place, 'says no longitudes and latitudes of its nodes.');
}
