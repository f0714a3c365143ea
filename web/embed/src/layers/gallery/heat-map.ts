/** Values measured on surfaces (temperature, thickness, gas) as coloured discs on the model. */
import { PointCloudLayer } from '@deck.gl/layers';
import type { Vec3 } from '@overlook/shared/maths';
import { defineLayer } from '../define-layer.ts';
import type { LayerPlace } from '../layer-definition.ts';
import { isFields, listOf, placeEnu, textOf } from './foreign-values.ts';
import { type GalleryOptions, numberOption, textOption } from './gallery-options.ts';

interface HeatMap {
  readonly points: readonly { readonly position: Vec3; readonly value: number }[];
  readonly unit: string;
  readonly least: number;
  readonly most: number;
}

const POINTS_AT_MOST = 500_000;

/** A perceptually uniform scale from dark to light (Viridis, CC0), which is also readable in greyscale. */
const SCALE = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]] as const; // prettier-ignore
const LEGEND_STEPS = 5;

/** Returns the colour at a share from 0 to 1 of the scale, channels 0 to 255. */
export function scaleColor(share: number): [number, number, number] {
  const at = Math.min(1, Math.max(0, share)) * (SCALE.length - 1);
  const below = Math.min(Math.floor(at), SCALE.length - 2);
  return [0, 1, 2].map((channel) => {
    const [from, to] = [SCALE[below]![channel]!, SCALE[below + 1]![channel]!];
    return Math.round(from + (at - below) * (to - from));
  }) as [number, number, number];
}

/** `{"unit", "points": [[longitude, latitude, height, value]]}`. */
function readHeatMap(raw: unknown, place: LayerPlace): HeatMap {
  const points = listOf(raw, 'points', POINTS_AT_MOST).flatMap((row) => {
    const position = placeEnu(place, row);
    const value = Array.isArray(row) ? Number(row[3]) : Number.NaN;
    return position && Number.isFinite(value) ? [{ position, value }] : [];
  });
  if (points.length === 0) throw new TypeError('The source has no point with a value.');
  const [least, most] = points.reduce(
    ([low, high], { value }) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
  return { points, unit: isFields(raw) ? textOf(raw['unit']) : '', least, most };
}

const shareOf = (value: number, { least, most }: HeatMap): number =>
  most > least ? (value - least) / (most - least) : 0;

/** `options`: `url` of the points, `radiusM` of a disc (0.5). */
export function heatMapLayer(given: GalleryOptions) {
  const radius = numberOption(given, 'radiusM', { least: 0.01, most: 100, byDefault: 0.5 });
  return defineLayer<HeatMap, unknown>({
    id: given.id,
    title: given.title,
    icon: given.icon ?? 'flame',
    source: { kind: 'json', url: textOption(given, 'url', 'data/points.json') },
    prepare: readHeatMap,
    settings: [{ key: 'from', label: 'Show from', type: 'number', default: 0, min: 0, max: 100, step: 5, unit: '%' }],
    layers: ({ data, settings }) =>
      new PointCloudLayer<HeatMap['points'][number]>({
        id: 'values',
        data: data.points.filter(({ value }) => 100 * shareOf(value, data) >= Number(settings['from'])),
        pickable: true,
        sizeUnits: 'meters',
        pointSize: radius,
        opacity: 0.75,
        getPosition: ({ position }) => position,
        getColor: ({ value }) => scaleColor(shareOf(value, data)),
        // Colours represent values, so that lighting must not change them.
        material: false,
      }),
    summary: ({ data: { points, least, most, unit } }) => `${points.length} values, ${least} to ${most} ${unit}`.trim(),
    legend: ({ data }) =>
      Array.from({ length: LEGEND_STEPS }, (_, i) => {
        const share = i / (LEGEND_STEPS - 1);
        const hex = scaleColor(share).map((channel) => channel.toString(16).padStart(2, '0')).join(''); // prettier-ignore
        const value = data.least + share * (data.most - data.least);
        return { label: `${Number(value.toPrecision(3))} ${data.unit}`.trim(), shape: 'square', color: `#${hex}` };
      }),
    pick: (object, { data }) => {
      const { value } = object as HeatMap['points'][number];
      return { title: given.title, rows: [['Value', `${value} ${data.unit}`.trim()]] };
    },
    export: {
      csv: ({ data, frame }) => ({
        columns: ['longitude', 'latitude', 'height', 'value'],
        rows: data.points.map(({ position, value }) => {
          const { longitude, latitude, height } = frame.llaFromEnu(position);
          return [longitude, latitude, height, value];
        }),
      }),
    },
  });
}
