import { calendarDate, utcDay } from '@overlook/shared/format';
import type { Capture } from '@overlook/shared/schemas';
import { invalid } from '../../errors/app-error.ts';

/** The date of a capture and how exactly it is known. */
export type CaptureDay = Pick<Capture, 'takenOn' | 'precision'>;

/** The date of a capture of which none is stated. */
export const publicationDay = (now = new Date()): CaptureDay => ({ takenOn: utcDay(now), precision: 'published' });

/** The date that a text states: `2026-03-14`, `2026-03` or `2026`. Throws `AppError` INVALID_INPUT, for the future too. */
export function captureDay(text: string, now = new Date()): CaptureDay {
  const date = calendarDate(text, now);
  if (!date) throw invalid(`“${text}” is no date of a capture. Give it as 2026-03-14, 2026-03 or 2026.`);
  if (date.isFuture) throw invalid(`The date ${text} of the capture is in the future.`);
  return { takenOn: date.day, precision: date.precision };
}

/** A date as far as it is known, as text of the command line: `2026-03`. */
export const captureDayText = ({ takenOn, precision }: CaptureDay): string =>
  takenOn.slice(0, precision === 'year' ? 4 : precision === 'month' ? 7 : 10);
