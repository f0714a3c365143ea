import { letOthersRun } from '@overlook/db';
import { csvLine, type CsvCell, CSV_START } from '@overlook/shared/format';
import { llaFromEcef } from '@overlook/shared/maths';
import { areaPrism, cornersOf } from '@overlook/shared/mocs';
import type { Moc, MocArea } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { inPieces } from '../../services/heavy-work.ts';
import { descriptionText } from './clean-description.ts';
import { eachMoc } from './load-mocs.ts';

interface Site {
  readonly siteId: number;
}

/** The properties of a change that are repeated for its position and each of its areas: cleaning the text takes long. */
const propertiesOf = (moc: Moc) => ({
  mocId: moc.id,
  name: moc.name,
  documentNumber: moc.documentNumber,
  state: moc.state,
  description: descriptionText(moc.description),
  createdBy: moc.createdBy,
  createdAt: moc.createdAt,
  updatedAt: moc.updatedAt,
});

type Properties = ReturnType<typeof propertiesOf>;

/** Heights above the ellipsoid, metres: of the lowest corner, and of bottom and top of the volume. */
function heightsOf(area: MocArea) {
  const { frame, base, bottom, top } = areaPrism(area);
  const { height } = frame.origin;
  return { baseAltitude: height + base, bottomAltitude: height + bottom, topAltitude: height + top };
}

/** RFC 7946: longitude, latitude in degrees and height above the ellipsoid in metres; outer rings run anticlockwise and are closed. */
function areaFeature(properties: Properties, area: MocArea) {
  const ring = cornersOf(area).map((corner) => {
    const { longitude, latitude, height } = llaFromEcef(corner);
    return [longitude, latitude, height] as const;
  });
  const doubleArea = ring.reduce((sum, [x, y], i) => {
    const [nx, ny] = ring[(i + 1) % ring.length]!;
    return sum + (x - ring[0]![0]) * (ny - ring[0]![1]) - (nx - ring[0]![0]) * (y - ring[0]![1]);
  }, 0);
  const outer = doubleArea < 0 ? ring.toReversed() : ring;
  const { uuid, name, bottomHeight, topHeight, capped, colour } = area;
  return {
    type: 'Feature',
    id: uuid,
    geometry: { type: 'Polygon', coordinates: [[...outer, outer[0]!]] },
    properties: {
      kind: 'area',
      area: name,
      bottomHeight,
      topHeight,
      capped,
      colour,
      ...heightsOf(area),
      ...properties,
    },
  };
}

/** The features of a change, with the same properties. */
function* featuresOf(moc: Moc): Generator<object> {
  const properties = propertiesOf(moc);
  for (const { longitude, latitude, altitude } of moc.pois)
    yield {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude, altitude] },
      properties: { kind: 'position', ...properties },
    };
  for (const area of Object.values(moc.polygons)) yield areaFeature(properties, area);
}

/**
 * The changes of a site as GeoJSON, in pieces of text: a point for each position, a polygon for each area, with the properties of
 * the change.
 */
export const geojsonPieces = (ctx: SignedInContext, site: Site): AsyncGenerator<string> =>
  inPieces(geojsonTexts(ctx, site));

async function* geojsonTexts(ctx: SignedInContext, site: Site): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let between = '';
  for await (const moc of eachMoc(ctx, site))
    for (const feature of featuresOf(moc)) {
      yield between + JSON.stringify(feature);
      between = ',\n';
      await letOthersRun();
    }
  yield ']}';
}

const AREA_COLUMNS = ['area', 'corners', 'bottomHeight', 'topHeight', 'capped'];
const OWN_COLUMNS = ['id', 'name', 'documentNumber', 'state', 'description', 'createdBy', 'createdAt', 'updatedAt'];
const PLACE_COLUMNS = ['longitude', 'latitude', 'altitude', 'attachments'];
const CSV_HEADING = [...OWN_COLUMNS, ...PLACE_COLUMNS, ...AREA_COLUMNS];

/**
 * The changes of a site as CSV, in pieces of text: one row for each area, and one for a change without areas; no cell is a formula
 * that a spreadsheet would run.
 */
export const csvPieces = (ctx: SignedInContext, site: Site): AsyncGenerator<string> => inPieces(csvTexts(ctx, site));

async function* csvTexts(ctx: SignedInContext, site: Site): AsyncGenerator<string> {
  yield CSV_START + csvLine(CSV_HEADING);
  for await (const moc of eachMoc(ctx, site))
    for (const row of rowsOf(moc)) {
      yield csvLine(row);
      await letOthersRun();
    }
}

/** The rows of a change, one for each area; all as long as the heading, since strict readers refuse others. */
export function rowsOf(moc: Moc): CsvCell[][] {
  const [poi] = moc.pois;
  const files = moc.attachments.map(({ filename }) => filename).join('; ');
  const place = [poi?.longitude ?? null, poi?.latitude ?? null, poi?.altitude ?? null];
  const own = [...Object.values(propertiesOf(moc)), ...place, files];
  const areas = Object.values(moc.polygons).map(({ name, points, bottomHeight, topHeight, capped }) => [
    name,
    points.length,
    bottomHeight,
    topHeight,
    String(capped),
  ]);
  const rows: CsvCell[][] = areas.length > 0 ? areas : [AREA_COLUMNS.map(() => null)];
  return rows.map((area) => [...own, ...area]);
}
