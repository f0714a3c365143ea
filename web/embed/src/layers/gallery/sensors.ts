/**
 * Live readings by server-sent events: a label at each sensor. States have a shape, values a unit, and rows the readings of the
 * last hour.
 */
import { IconLayer } from '@deck.gl/layers';
import { defineLayer } from '../define-layer.ts';
import type { ContentRow, LayerContext } from '../layer-definition.ts';
import { type GalleryOptions, numberOption, textOption } from './gallery-options.ts';
import { type Pill, PILL_HEIGHT, pillPainter, pillWidth } from '../pills/pills.ts';
import { afterMessage, type SensorNow, type SensorState, type Sensors, sensorsAt, STATE_MARKS } from './sensor-data.ts';
import { shareRoom } from '../pills/share-room.ts';
import { texturePicture } from '@overlook/engine/library-types';

const STEM_PX = 32;
/** Priority of labels. */
const IMPORTANCE: readonly SensorState[] = ['high', 'low', 'missing', 'normal'];
/** Space for " +12" in a label that counts others, CSS pixels. */
const COUNT_WIDTH = 28;

/** `options`: `url` of the stream, `staleSeconds` after which a reading counts as missing (default 120). */
export function sensorsLayer(given: GalleryOptions) {
  const staleMs = 1000 * numberOption(given, 'staleSeconds', { least: 1, most: 86_400, byDefault: 120 });
  const paint = pillPainter();
  const now = (context: LayerContext<Sensors>) => {
    const sensors = sensorsAt(context.data, context, context.timeMs, staleMs);
    // Alarms first.
    return sensors.toSorted((a, b) => Number(b.state === 'high') - Number(a.state === 'high'));
  };
  const shown = (context: LayerContext<Sensors>) =>
    now(context).filter(({ state }) => !context.settings['alarms-only'] || state === 'high' || state === 'low');
  return defineLayer<Sensors>({
    id: given.id,
    title: given.title,
    icon: given.icon ?? 'activity',
    source: {
      kind: 'events',
      url: textOption(given, 'url', 'data/readings'),
      initial: new Map(),
      reduce: afterMessage,
    },
    settings: [{ key: 'alarms-only', label: 'Only high and low', type: 'switch', default: false }],
    layers: (context) => {
      const { placed, hidden } = placedPills(shown(context), context);
      const discs = IMPORTANCE.map(discOf);
      const pictures = paint([...placed.map(({ item, others }) => pillOf(item, others)), ...discs]);
      const small = new Set(hidden);
      const keyOf = (sensor: SensorNow) => (small.has(sensor) ? discOf(sensor.state).key : sensor.id);
      return new IconLayer<SensorNow>({
        id: 'readings',
        // Labels are last, over the discs of the sensors that they count; labels with a higher priority are drawn over the stems
        // of others.
        data: [...hidden, ...placed.toReversed().map(({ item }) => item)],
        pickable: true,
        iconAtlas: texturePicture(pictures.iconAtlas),
        iconMapping: pictures.iconMapping,
        getIcon: keyOf,
        getPosition: ({ positionEnu }) => positionEnu,
        getSize: (sensor) => pictures.heightOf(keyOf(sensor)),
        // Drawn without a depth test, so that nearer objects do not hide a label.
        parameters: { depthCompare: 'always' },
      });
    },
    summary: (context) => {
      const places = now(context).map(({ positionEnu }) => positionEnu);
      const seen = context.countInView(places);
      return seen === null ? `${places.length} sensors` : `${seen} of ${places.length} in view`;
    },
    legend: () => Object.values(STATE_MARKS),
    content: (context) => {
      const sensors = now(context);
      const youngest = Math.min(...sensors.map(({ ageMs }) => ageMs ?? Infinity));
      const age = Number.isFinite(youngest) ? `, read ${ageText(youngest)} ago` : '';
      return { rows: sensors.map(rowOf), note: `${sensors.length} sensors${age}` };
    },
    pick: (object) => {
      const { id, state, value, unit, ageMs } = object as SensorNow;
      const rows: [string, string][] = [['State', STATE_MARKS[state].label]];
      if (value !== null) rows.push(['Value', `${value} ${unit}`]);
      if (ageMs !== null) rows.push(['Read', `${ageText(ageMs)} ago`]);
      return { title: id, rows };
    },
    export: {
      csv: (context) => ({
        columns: ['sensor', 'state', 'value', 'unit'],
        rows: now(context).map(({ id, state, value, unit }) => [
          id,
          state,
          value === null ? null : Number(value),
          unit,
        ]),
      }),
    },
  });
}

/** Selects the sensors with a label: by priority, then by distance. */
function placedPills(sensors: readonly SensorNow[], { pixelOf }: LayerContext<Sensors>) {
  const pixels = new Map(sensors.map((sensor) => [sensor, pixelOf(sensor.positionEnu)]));
  const order = sensors.toSorted(
    (a, b) =>
      IMPORTANCE.indexOf(a.state) - IMPORTANCE.indexOf(b.state) ||
      (pixels.get(a)?.distance ?? Infinity) - (pixels.get(b)?.distance ?? Infinity) ||
      0,
  );
  return shareRoom(order, (sensor) => {
    const at = pixels.get(sensor);
    if (!at) return null;
    const width = pillWidth(pillOf(sensor, 0)) + COUNT_WIDTH;
    return { left: at.x - width / 2, top: at.y - STEM_PX - PILL_HEIGHT, width, height: PILL_HEIGHT };
  });
}

const pillOf = ({ id, state, value, unit }: SensorNow, others: number): Pill => ({
  key: id,
  text: value === null ? 'No reading' : `${value} ${unit}`,
  name: others === 0 ? id : `${id} +${others}`,
  mark: STATE_MARKS[state],
  isAlarm: state === 'high',
  stem: STEM_PX,
});

/** Replaces a label that has no space. No sensor has an empty name. */
const discOf = (state: SensorState): Pill => ({
  key: ` ${state}`,
  text: '',
  isDisc: true,
  mark: { ...STATE_MARKS[state], color: '#0d1115' },
});

function rowOf({ id, state, value, unit, series, ageMs, positionEnu }: SensorNow): ContentRow {
  const row = { id, label: id, mark: STATE_MARKS[state], positionEnu };
  if (value !== null) return { ...row, series, value, unit };
  return { ...row, note: ageMs === null ? 'No reading' : `No reading for ${ageText(ageMs)}` };
}

function ageText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
