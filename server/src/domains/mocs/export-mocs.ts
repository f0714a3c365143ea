import { csvText, type CsvCell } from '@overlook/shared/format';
import { ecefToLla } from '@overlook/shared/maths';
import { areaPrism, cornersOf } from '@overlook/shared/mocs';
import type { csvAnswerSchema, geojsonAnswerSchema, Moc, MocArea } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { descriptionText } from './clean-description.ts';
import { loadAllMocs } from './load-mocs.ts';

interface Site {
  readonly siteId: number;
}

/** The properties of a change that are repeated for its position and each of its areas. */
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

/** Heights above the ellipsoid, metres: of the lowest corner, and of bottom and top of the volume. */
function heightsOf(area: MocArea) {
  const { frame, base, bottom, top } = areaPrism(area);
  const { height } = frame.origin;
  return { baseAltitude: height + base, bottomAltitude: height + bottom, topAltitude: height + top };
}

/** RFC 7946: longitude, latitude in degrees and height above the ellipsoid in metres; outer rings run anticlockwise and are closed. */
function areaFeature(moc: Moc, area: MocArea) {
  const ring = cornersOf(area).map((corner) => {
    const { longitude, latitude, height } = ecefToLla(corner);
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
      ...propertiesOf(moc),
    },
  };
}

const positionFeatures = (moc: Moc) =>
  moc.pois.map(({ longitude, latitude, altitude }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude, altitude] },
    properties: { kind: 'position', ...propertiesOf(moc) },
  }));

/** The changes of a site as GeoJSON: a point for each position, a polygon for each area, with the properties of the change. */
export async function exportGeojson(ctx: SignedInContext, site: Site): Promise<z.input<typeof geojsonAnswerSchema>> {
  const { mocs } = await loadAllMocs(ctx, site);
  const features = mocs.flatMap((moc) => [
    ...positionFeatures(moc),
    ...Object.values(moc.polygons).map((area) => areaFeature(moc, area)),
  ]);
  return { geojson: JSON.stringify({ type: 'FeatureCollection', features }) };
}

const CSV_HEADING = (
  'id name documentNumber state description createdBy createdAt updatedAt ' +
  'longitude latitude altitude attachments area corners bottomHeight topHeight capped'
).split(' ');

/** One row for each area, and one for a change without areas; no cell is a formula that a spreadsheet would run. */
export async function exportCsv(ctx: SignedInContext, site: Site): Promise<z.input<typeof csvAnswerSchema>> {
  const { mocs } = await loadAllMocs(ctx, site);
  return { csv: csvText(CSV_HEADING, mocs.flatMap(rowsOf)) };
}

function rowsOf(moc: Moc): CsvCell[][] {
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
  return (areas.length > 0 ? areas : [[]]).map((area) => [...own, ...area]);
}
