/** Positions of a laser scanner: a mark at each position with its name, time and number of points. */
import { IconLayer } from '@deck.gl/layers';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { defineLayer } from '../define-layer.ts';
import type { LayerContext, LayerExtent, LayerPlace } from '../layer-definition.ts';
import { isFields, listOf, placeEnu, textOf } from './foreign-values.ts';
import { type GalleryOptions, textOption } from './gallery-options.ts';
import { type Pill, PILL_HEIGHT, pillPainter, type PillPictures, pillWidth } from '../pills/pills.ts';
import { shareRoom } from '../pills/share-room.ts';
import { texturePicture } from '@overlook/engine/library-types';

interface ScanPosition {
  readonly name: string;
  readonly position: Vec3;
  /** Any text, preferably ISO 8601. */
  readonly takenAt: string;
  readonly points: number | null;
}

const POSITIONS_AT_MOST = 20_000;
const ROWS_AT_MOST = 500;
/** Positions whose names may be shown; more would measure too many texts each time the camera stops. */
const NAMES_AT_MOST = 1000;
const MARK: Pill = { key: 'scan', text: '', isDisc: true, mark: { shape: 'triangle', color: '#0d1115' } };
/** From a position up to the middle of its name, CSS pixels. */
const NAME_ABOVE_PX = 22;
/** Space for “ +12”. */
const COUNT_WIDTH_PX = 28;
/** Of an extent, so that a single position is seen with what is around it. */
const RADIUS_LEAST_M = 10;

/**
 * `{"positions": [{"name", "position": [longitude, latitude, height], "takenAt", "points"}]}`; longitude, latitude and height may be
 * fields of their own.
 */
const readPositions = (raw: unknown, place: LayerPlace): ScanPosition[] =>
  listOf(raw, 'positions', POSITIONS_AT_MOST)
    .filter(isFields)
    .flatMap((row, i) => {
      const position = placeEnu(place, row['position'] ?? [row['longitude'], row['latitude'], row['height']]);
      const points = typeof row['points'] === 'number' ? row['points'] : null;
      if (!position) return [];
      return [{ name: textOf(row['name']) || `Scan ${i + 1}`, position, takenAt: textOf(row['takenAt']), points }];
    });

const dayOf = (takenAt: string): string => {
  const day = new Date(takenAt);
  if (Number.isNaN(day.getTime())) return takenAt;
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
};

const marksOf = (data: readonly ScanPosition[], { iconAtlas, iconMapping, heightOf }: PillPictures) =>
  new IconLayer<ScanPosition>({
    id: 'positions',
    data,
    pickable: true,
    iconAtlas: texturePicture(iconAtlas),
    iconMapping,
    getIcon: () => MARK.key,
    getPosition: ({ position }) => position,
    getSize: heightOf(MARK.key),
  });

interface PlacedName {
  readonly scan: ScanPosition;
  readonly pill: Pill;
}

const namesOf = (names: readonly PlacedName[], { iconAtlas, iconMapping, heightOf }: PillPictures) =>
  new IconLayer<PlacedName>({
    id: 'names',
    data: names,
    iconAtlas: texturePicture(iconAtlas),
    iconMapping,
    getIcon: ({ pill }) => pill.key,
    getPosition: ({ scan }) => scan.position,
    getSize: ({ pill }) => heightOf(pill.key),
    getPixelOffset: [0, -NAME_ABOVE_PX],
    parameters: { depthCompare: 'always' },
  });

const pillOf = (name: string, index: number, others: number): Pill => ({
  key: String(index),
  text: others === 0 ? name : `${name} +${others}`,
  isLabel: true,
});

/** The names that have room on the screen, the nearest first; a name counts those that it hides. */
function placedNames({ data, pixelOf }: LayerContext<ScanPosition[]>): PlacedName[] {
  const near = data.slice(0, NAMES_AT_MOST).map((scan, index) => ({ scan, index, at: pixelOf(scan.position) }));
  near.sort((a, b) => (a.at?.distance ?? Infinity) - (b.at?.distance ?? Infinity) || 0);
  const { placed } = shareRoom(near, ({ scan, index, at }) => {
    if (!at) return null;
    const width = pillWidth(pillOf(scan.name, index, 0)) + COUNT_WIDTH_PX;
    return { left: at.x - width / 2, top: at.y - NAME_ABOVE_PX - PILL_HEIGHT / 2, width, height: PILL_HEIGHT };
  });
  return placed.map(({ item: { scan, index }, others }) => ({ scan, pill: pillOf(scan.name, index, others) }));
}

/** Of all positions; none without one. */
function extentOf(data: readonly ScanPosition[]): { extent?: LayerExtent } {
  if (data.length === 0) return {};
  const ends = ([0, 1, 2] as const).map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (const { position } of data) {
      least = Math.min(least, position[axis]);
      most = Math.max(most, position[axis]);
    }
    return { least, most };
  });
  const centerEnu = ends.map(({ least, most }) => (least + most) / 2) as Vec3;
  const corner = ends.map(({ most }) => most) as Vec3;
  return { extent: { centerEnu, radiusM: Math.max(RADIUS_LEAST_M, distance(centerEnu, corner)) } };
}

/** `options`: `url` of the positions. */
export function scanPositionsLayer(given: GalleryOptions) {
  const paint = pillPainter();
  return defineLayer<ScanPosition[], unknown>({
    id: given.id,
    title: given.title,
    icon: given.icon ?? 'scan',
    source: { kind: 'json', url: textOption(given, 'url', 'data/positions.json') },
    prepare: readPositions,
    settings: [{ key: 'names', label: 'Names', type: 'switch', default: true }],
    layers: (context) => {
      const names = context.settings['names'] === false ? [] : placedNames(context);
      const pictures = paint([MARK, ...names.map(({ pill }) => pill)]);
      return [marksOf(context.data, pictures), namesOf(names, pictures)];
    },
    summary: ({ data }) => {
      const last = data.map(({ takenAt }) => takenAt).sort().at(-1); // prettier-ignore
      return `${data.length} position${data.length === 1 ? '' : 's'}${last ? `, ${dayOf(last)}` : ''}`;
    },
    content: ({ data }) => ({
      ...extentOf(data),
      ...(data.length > ROWS_AT_MOST && { note: `The first ${ROWS_AT_MOST} of ${data.length}` }),
      rows: data.slice(0, ROWS_AT_MOST).map(({ name, position, points, takenAt }, i) => ({
        id: String(i),
        label: name,
        ...(points === null ? { note: dayOf(takenAt) } : { value: points.toLocaleString('en'), unit: 'points' }),
        positionEnu: position,
      })),
    }),
    pick: (object) => {
      const { name, takenAt, points } = object as ScanPosition;
      const rows: [string, string][] = [];
      if (takenAt) rows.push(['Taken', dayOf(takenAt)]);
      if (points !== null) rows.push(['Points', points.toLocaleString('en')]);
      return { title: name, rows };
    },
    export: {
      csv: ({ data, frame }) => ({
        columns: ['name', 'longitude', 'latitude', 'height', 'taken', 'points'],
        rows: data.map(({ name, position, takenAt, points }) => {
          const { longitude, latitude, height } = frame.llaFromEnu(position);
          return [name, longitude, latitude, height, takenAt, points];
        }),
      }),
    },
  });
}
