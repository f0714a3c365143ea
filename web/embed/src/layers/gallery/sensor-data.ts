/** The state of sensors from a stream of readings: sensors with their limits, and the readings of the last hour. */
import type { LayerColor, LayerPlace, LayerShape } from '../layer-definition.ts';
import type { Vec3 } from '@overlook/shared/maths';
import { isFields, placeEnu, textOf } from './foreign-values.ts';

export interface Reading {
  readonly atMs: number;
  readonly value: number;
}

export interface Sensor {
  readonly id: string;
  /** `[longitude, latitude, height]` as received. */
  readonly position: unknown;
  readonly unit: string;
  readonly low: number | null;
  readonly high: number | null;
  /** Decimal places. */
  readonly digits: number;
  /** Oldest first. */
  readonly readings: readonly Reading[];
}

export type Sensors = ReadonlyMap<string, Sensor>;

const SENSORS_AT_MOST = 2000;
const READINGS_KEPT = 60;
const HOUR_MS = 3_600_000;

/**
 * Returns the sensors after a message. `{"sensors": [{id, position, unit, low, high, digits}]}` defines sensors, `{"readings":
 * [{id, value, atMs}]}` has new values. Other fields are ignored. Throws a SyntaxError for text that is not JSON.
 */
export function afterMessage(before: Sensors, message: string): Sensors {
  const said: unknown = JSON.parse(message);
  if (!isFields(said)) return before;
  const after = new Map(before);
  for (const sensor of rowsOf(said['sensors'])) {
    const id = textOf(sensor['id']);
    if (id === '' || (after.size >= SENSORS_AT_MOST && !after.has(id))) continue;
    const { position } = sensor;
    const [low, high] = [numberOf(sensor['low']), numberOf(sensor['high'])];
    const digits = Math.min(6, Math.max(0, Math.round(numberOf(sensor['digits']) ?? 0)));
    after.set(id, {
      id,
      position,
      unit: textOf(sensor['unit']),
      low,
      high,
      digits,
      readings: after.get(id)?.readings ?? [],
    });
  }
  for (const { id, value, atMs } of rowsOf(said['readings'])) {
    const sensor = after.get(textOf(id));
    const reading = { atMs: numberOf(atMs), value: numberOf(value) };
    if (sensor && reading.atMs !== null && reading.value !== null)
      after.set(sensor.id, { ...sensor, readings: withReading(sensor.readings, reading as Reading) });
  }
  return after;
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isFields) : []);
const numberOf = (value: unknown): number | null => (Number.isFinite(value) ? (value as number) : null);
const withReading = (readings: readonly Reading[], reading: Reading): readonly Reading[] =>
  [...readings, reading].filter(({ atMs }) => atMs > reading.atMs - HOUR_MS).slice(-READINGS_KEPT);

export type SensorState = 'normal' | 'high' | 'low' | 'missing';

/** Marks of the states. The shape distinguishes a state without colour. */
export const STATE_MARKS: Readonly<Record<SensorState, { label: string; shape: LayerShape; color: LayerColor }>> = {
  normal: { label: 'Normal', shape: 'circle', color: 'normal' },
  high: { label: 'High', shape: 'triangle', color: 'high' },
  low: { label: 'Low', shape: 'square', color: 'low' },
  missing: { label: 'No reading', shape: 'ring', color: 'missing' },
};

/** The state of a sensor at one time. */
export interface SensorNow {
  readonly id: string;
  readonly positionEnu: Vec3;
  readonly state: SensorState;
  /** Formatted with its decimal places; null without a reading. */
  readonly value: string | null;
  readonly unit: string;
  readonly series: readonly number[];
  /** Age of the last reading, milliseconds; null without a reading. */
  readonly ageMs: number | null;
}

/** Returns the sensors with a valid position. A reading older than `staleMs` counts as missing. */
export function sensorsAt(sensors: Sensors, place: LayerPlace, nowMs: number, staleMs: number): SensorNow[] {
  return [...sensors.values()].flatMap(({ id, position, unit, low, high, digits, readings }) => {
    const positionEnu = placeEnu(place, position);
    if (!positionEnu) return [];
    const last = readings.at(-1);
    const ageMs = last ? Math.max(0, nowMs - last.atMs) : null;
    const value = last && ageMs !== null && ageMs <= staleMs ? last.value : null;
    const series = readings.map((reading) => reading.value);
    const text = value === null ? null : value.toFixed(digits);
    return [{ id, positionEnu, state: stateOf(value, low, high), value: text, unit, series, ageMs }];
  });
}

function stateOf(value: number | null, low: number | null, high: number | null): SensorState {
  if (value === null) return 'missing';
  if (high !== null && value >= high) return 'high';
  return low !== null && value <= low ? 'low' : 'normal';
}
