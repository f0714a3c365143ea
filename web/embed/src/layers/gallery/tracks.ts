/**
 * Tracks of drones or patrols over time: a trail of the last minutes before the current time, and the whole track as a thin line.
 */
import { TripsLayer } from '@deck.gl/geo-layers';
import { PathLayer } from '@deck.gl/layers';
import type { Vec3 } from '@overlook/shared/maths';
import { defineLayer } from '../define-layer.ts';
import type { LayerContext, LayerPlace } from '../layer-definition.ts';
import { isFields, listOf, placeEnu, textOf } from './foreign-values.ts';
import { type GalleryOptions, textOption } from './gallery-options.ts';
import { readOnlyArray } from '@overlook/engine/library-types';

interface Track {
  readonly name: string;
  readonly path: readonly Vec3[];
  /** Seconds since the first point of all tracks, one for each point. */
  readonly times: readonly number[];
}

interface Tracks {
  readonly tracks: readonly Track[];
  /** Seconds from the first to the last point of all tracks. */
  readonly duration: number;
  readonly startMs: number;
}

const TRACKS_AT_MOST = 500;
const POINTS_AT_MOST = 200_000;
/** Without orange and green, which are used for the states of changes and sensors. */
const COLORS = [[138, 182, 255], [201, 140, 255], [94, 214, 214], [255, 170, 220]] as const; // prettier-ignore
const FRAME_MS = 50;

/** `{"tracks": [{"name", "points": [[longitude, latitude, height, seconds since 1970]]}]}`. */
function readTracks(raw: unknown, place: LayerPlace): Tracks {
  let points = 0;
  const found = listOf(raw, 'tracks', TRACKS_AT_MOST).filter(isFields).map((track) => {
    const rows = Array.isArray(track['points']) ? track['points'] : [];
    points += rows.length;
    if (points > POINTS_AT_MOST) throw new TypeError(`The source has more than ${POINTS_AT_MOST} points.`);
    const timed = rows.flatMap((row: unknown) => {
      const at = placeEnu(place, row);
      const time = Array.isArray(row) ? Number(row[3]) : Number.NaN;
      return at && Number.isFinite(time) ? [{ at, time }] : [];
    });
    return { name: textOf(track['name']), timed: timed.toSorted((a, b) => a.time - b.time) };
  }); // prettier-ignore
  const whole = found.filter(({ timed }) => timed.length > 1);
  const start = whole.reduce((least, { timed }) => Math.min(least, timed[0]!.time), Infinity);
  const end = whole.reduce((most, { timed }) => Math.max(most, timed.at(-1)!.time), -Infinity);
  if (whole.length === 0) throw new TypeError('The source has no track of two points with times.');
  const tracks = whole.map(({ name, timed }) => ({
    name,
    path: timed.map(({ at }) => at),
    times: timed.map(({ time }) => time - start),
  }));
  return { tracks, duration: end - start, startMs: 1000 * start };
}

/** Current time in seconds since the start: from the setting, or of the running animation. */
function shownSeconds({ data, settings, timeMs }: LayerContext<Tracks>): number {
  if (!settings['play']) return (Number(settings['time']) / 100) * data.duration;
  return ((timeMs / 1000) * Number(settings['speed'])) % Math.max(data.duration, 1);
}

const clock = (seconds: number, { startMs }: Tracks): string =>
  new Date(startMs + 1000 * seconds).toISOString().slice(0, 16).replace('T', ' ');

/** `options`: `url` of the tracks. */
export function tracksLayer(given: GalleryOptions) {
  return defineLayer<Tracks, unknown>({
    id: given.id,
    title: given.title,
    icon: given.icon ?? 'route',
    source: { kind: 'json', url: textOption(given, 'url', 'data/tracks.json') },
    prepare: readTracks,
    settings: [
      { key: 'time', label: 'Time', type: 'number', default: 100, min: 0, max: 100, step: 1, unit: '%' },
      { key: 'trail', label: 'Trail', type: 'number', default: 10, min: 1, max: 600, step: 1, unit: 'min' },
      { key: 'play', label: 'Play', type: 'switch', default: false },
      { key: 'speed', label: 'Speed', type: 'number', default: 60, min: 1, max: 600, step: 1, unit: '×' },
    ],
    layers: (context) => {
      const { data, settings, invalidate } = context;
      // Each call schedules the next one, so that the animation ends when the layer is switched off.
      if (settings['play']) setTimeout(invalidate, FRAME_MS);
      const shared = {
        data: data.tracks as Track[],
        getPath: ({ path }: Track) => readOnlyArray(path),
        getColor: (_: Track, { index }: { index: number }) => readOnlyArray(COLORS[index % COLORS.length]!),
        widthUnits: 'pixels' as const,
        capRounded: true,
        jointRounded: true,
      };
      return [
        new PathLayer<Track>({ id: 'ways', ...shared, pickable: true, getWidth: 1.5, opacity: 0.5 }),
        new TripsLayer<Track>({
          id: 'trails',
          ...shared,
          getTimestamps: ({ times }) => times as number[],
          getWidth: 4,
          currentTime: shownSeconds(context),
          trailLength: 60 * Number(settings['trail']),
        }),
      ];
    },
    summary: ({ data }) => `${data.tracks.length} tracks, ${clock(data.duration, data)} UTC`,
    legend: ({ data }) =>
      data.tracks.slice(0, COLORS.length).map(({ name }, i) => {
        const hex = COLORS[i]!.map((channel) => channel.toString(16).padStart(2, '0')).join('');
        return { label: name, shape: 'line' as const, color: `#${hex}` as const };
      }),
    content: ({ data }) => ({
      rows: data.tracks.map(({ name, path, times }, i) => ({
        id: String(i),
        label: name,
        value: String(Math.round((times.at(-1)! - times[0]!) / 60)),
        unit: 'min',
        positionEnu: path[0]!,
      })),
    }),
    pick: (object, { data }) => {
      const { name, times } = object as Track;
      const rows = [['From', `${clock(times[0]!, data)} UTC`], ['To', `${clock(times.at(-1)!, data)} UTC`]] as const; // prettier-ignore
      return { title: name, rows };
    },
  });
}
