/**
 * The instruments of the demo as server-sent events: their list, the readings of the last hour, and then new readings.
 */
import type { Instrument } from './instruments.ts';

/** Where the demo's instruments answer. */
export const READINGS_PATH = '/api/demo/readings';
/** Time between two readings of all instruments. */
export const READING_EVERY_MS = 5000;
const HOUR_MS = 3_600_000;
const HISTORY_STEP_MS = 300_000;

const eventOf = (content: object): string => `data: ${JSON.stringify(content)}\n\n`;

const readingAt = ({ id, valueAt, silentMs }: Instrument, atMs: number, nowMs: number) =>
  silentMs !== null && atMs > nowMs - silentMs ? [] : [{ id, value: Number(valueAt(atMs).toFixed(3)), atMs }];

/** The first event: all instruments, and their readings of the hour before `nowMs`, five minutes apart. */
export function firstEvent(instruments: readonly Instrument[], nowMs: number): string {
  const sensors = instruments.map(({ id, position, unit, low, high, digits }) => ({
    id,
    position,
    unit,
    low,
    high,
    digits,
  }));
  const times = Array.from(
    { length: HOUR_MS / HISTORY_STEP_MS },
    (_, i) => nowMs - HOUR_MS + (i + 1) * HISTORY_STEP_MS,
  );
  const readings = instruments.flatMap((one) => {
    // The last reading of an instrument that does not answer now.
    const ends = one.silentMs === null ? [] : [nowMs - one.silentMs];
    return [...times, ...ends].sort((a, b) => a - b).flatMap((atMs) => readingAt(one, atMs, nowMs));
  });
  return eventOf({ sensors, readings });
}

/** The readings of all instruments at a time. */
export const readingsEvent = (instruments: readonly Instrument[], nowMs: number): string =>
  eventOf({ readings: instruments.flatMap((one) => readingAt(one, nowMs, nowMs)) });
