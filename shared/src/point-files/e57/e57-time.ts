import type { XmlElement } from '../../xml/index.ts';
import { valueOf } from './e57-fields.ts';

const GPS_EPOCH_MS = Date.UTC(1980, 0, 6);
/** From these days on UTC is one second more behind the time of GPS (IERS Bulletin C). */
const LEAP_DAYS = [
  '1981-07-01', '1982-07-01', '1983-07-01', '1985-07-01', '1988-01-01', '1990-01-01', '1991-01-01', '1992-07-01', '1993-07-01',
  '1994-07-01', '1996-01-01', '1997-07-01', '1999-01-01', '2006-01-01', '2009-01-01', '2012-07-01', '2015-07-01', '2017-01-01',
].map((day) => Date.parse(day)); // prettier-ignore
/** No scanner is older; writers without a time write 0. */
const FIRST_MS = Date.UTC(1990, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);

/** The instant of a `dateTime` (ASTM E2807-11 §8.4.13: seconds of GPS); null where it states none that can be. */
export function instantOf(dateTime: XmlElement | undefined): Date | null {
  const seconds = valueOf(dateTime?.first('dateTimeValue'));
  if (seconds === null || !Number.isFinite(seconds)) return null;
  const gpsMs = GPS_EPOCH_MS + seconds * 1000;
  const utcMs = Math.round(gpsMs - 1000 * LEAP_DAYS.filter((day, i) => gpsMs >= day + (i + 1) * 1000).length);
  return utcMs >= FIRST_MS && utcMs < LAST_MS ? new Date(utcMs) : null;
}
