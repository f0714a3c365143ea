import type { TagReader } from '@overlook/shared/photo-tags';

/** When a photo was taken: an instant, or local time read as UTC. */
export interface TimeTags {
  readonly takenAt: Date | null;
  readonly hasZone: boolean;
}

const QUARTER_MS = 15 * 60_000;
/** No zone is farther from UTC. */
const FARTHEST_ZONE_MS = 14 * 3_600_000;
/** Largest age of the GPS time when the camera takes the picture. */
const FIX_AGE_MS = 5 * 60_000;

/** The time zone is that of the file, or else the difference between its local time and the GPS time. */
export function timeTags(tags: TagReader): TimeTags {
  const original = tags.text('DateTimeOriginal');
  const local = dateOf(original) ?? dateOf(tags.text('DateTimeDigitized'));
  const satellites = satelliteTime(tags);
  if (local === null)
    return { takenAt: satellites === null ? null : new Date(satellites), hasZone: satellites !== null };
  const said = zoneMs(tags.text('OffsetTimeOriginal') || tags.text('OffsetTime') || zoneOfIso(original));
  const zone = said ?? (satellites === null ? null : zoneBetween(local, satellites));
  return { takenAt: new Date(local - (zone ?? 0)), hasZone: zone !== null };
}

/** `2016:06:23 16:31:59` as if it were UTC, milliseconds; null for a day or time that does not exist. */
function dateOf(text: string): number | null {
  const match = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(ms);
  const isReal =
    year >= 1826 && back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal ? ms : null;
}

function satelliteTime(tags: TagReader): number | null {
  const [hour, minute, second] = tags.numbers('GPSTimeStamp') ?? [];
  const day = tags.text('GPSDateStamp');
  if (hour == null || minute == null || second == null) return null;
  const midnight = dateOf(`${day} 00:00:00`);
  return midnight === null ? null : midnight + Math.round((hour * 3600 + minute * 60 + second) * 1000);
}

/** The zone at the end of a time as XMP writes it: `2024-05-01T10:20:30+02:00`. */
const zoneOfIso = (text: string): string => /T.*?([+-]\d\d:\d\d|Z)$/i.exec(text)?.[1] ?? '';

/** `+02:00` in milliseconds. */
function zoneMs(text: string): number | null {
  const match = /^([+-])(\d\d):(\d\d)$/.exec(text.trim());
  if (!match) return /^Z$/i.test(text.trim()) ? 0 : null;
  const ms = (Number(match[2]) * 60 + Number(match[3])) * 60_000;
  return ms > FARTHEST_ZONE_MS ? null : match[1] === '-' ? -ms : ms;
}

/** The zone that two clocks differ by; null where they do not differ by one. */
function zoneBetween(local: number, utc: number): number | null {
  const zone = Math.round((local - utc) / QUARTER_MS) * QUARTER_MS;
  return Math.abs(zone) <= FARTHEST_ZONE_MS && Math.abs(local - utc - zone) <= FIX_AGE_MS ? zone : null;
}
