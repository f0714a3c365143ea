/** Positions of a laser scanner: a mark at each position with its name, time and number of points. */
import { IconLayer } from '@deck.gl/layers';
import type { Vec3 } from '@overlook/shared/maths';
import { defineLayer } from '../define-layer.ts';
import type { LayerPlace } from '../layer-definition.ts';
import { isFields, listOf, placeEnu, textOf } from './foreign-values.ts';
import { type GalleryOptions, textOption } from './gallery-options.ts';
import { pillPainter } from '../pills/pills.ts';
import { texturePicture } from '@overlook/engine/library-types';

interface ScanPosition {
  readonly name: string;
  readonly position: Vec3;
  /** Any text, preferably ISO 8601. */
  readonly takenAt: string;
  readonly points: number | null;
}

const POSITIONS_AT_MOST = 20_000;
const MARK = 'scan';

/** `{"positions": [{"name", "position": [longitude, latitude, height], "takenAt", "points"}]}`. */
const readPositions = (raw: unknown, place: LayerPlace): ScanPosition[] =>
  listOf(raw, 'positions', POSITIONS_AT_MOST)
    .filter(isFields)
    .flatMap((row, i) => {
      const position = placeEnu(place, row['position']);
      const points = typeof row['points'] === 'number' ? row['points'] : null;
      if (!position) return [];
      return [{ name: textOf(row['name']) || `Scan ${i + 1}`, position, takenAt: textOf(row['takenAt']), points }];
    });

const dayOf = (takenAt: string): string => {
  const day = new Date(takenAt);
  if (Number.isNaN(day.getTime())) return takenAt;
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
};

/** `options`: `url` of the positions. */
export function scanPositionsLayer(given: GalleryOptions) {
  const paint = pillPainter();
  return defineLayer<ScanPosition[], unknown>({
    id: given.id,
    title: given.title,
    icon: given.icon ?? 'scan',
    source: { kind: 'json', url: textOption(given, 'url', 'data/positions.json') },
    prepare: readPositions,
    layers: ({ data }) => {
      const { iconAtlas, iconMapping, heightOf } = paint([
        { key: MARK, text: '', isDisc: true, mark: { shape: 'triangle', color: '#0d1115' } },
      ]);
      return new IconLayer<ScanPosition>({
        id: 'positions',
        data,
        pickable: true,
        iconAtlas: texturePicture(iconAtlas),
        iconMapping,
        getIcon: () => MARK,
        getPosition: ({ position }) => position,
        getSize: heightOf(MARK),
      });
    },
    summary: ({ data }) => {
      const last = data.map(({ takenAt }) => takenAt).sort().at(-1); // prettier-ignore
      return `${data.length} positions${last ? `, ${dayOf(last)}` : ''}`;
    },
    content: ({ data }) => ({
      rows: data.map(({ name, position, points, takenAt }, i) => ({
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
