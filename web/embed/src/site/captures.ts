/** The captures of a site in time: which one a layer shows at a moment, and the moments that there are. */
import type { Capture } from '@overlook/shared/schemas';
import { type Moment, dayOf, draftIdOf } from '../links/moment.ts';

const isPublished = ({ publishedAt }: Capture): boolean => publishedAt !== null;

/** The draft that a moment names; null for a date, and for a draft that this person has not. */
function draftAt(captures: readonly Capture[], moment: Moment): Capture | null {
  const id = draftIdOf(moment);
  return captures.find((one) => one.id === id && !isPublished(one)) ?? null;
}

/** How the capture of a layer lies to the moment: of its day, before it, or the first, where all are later. */
export type CaptureFit = 'exact' | 'earlier' | 'begins';

export interface CaptureAt {
  readonly capture: Capture;
  readonly fit: CaptureFit;
}

/**
 * The capture of a layer at a moment: of its day, else the newest before it, else the earliest. Null for a layer without captures.
 * A draft is shown only at its own moment; its date is that of the other layers.
 */
export function captureAt(captures: readonly Capture[], modeltypeId: number, moment: Moment): CaptureAt | null {
  const draft = draftAt(captures, moment);
  if (draft?.modeltypeId === modeltypeId) return { capture: draft, fit: 'exact' };
  const own = captures
    .filter((one) => one.modeltypeId === modeltypeId && isPublished(one))
    .sort((a, b) => a.takenOn.localeCompare(b.takenOn));
  const [first] = own;
  if (!first) return null;
  const day = draft?.takenOn ?? dayOf(moment);
  if (day === null) {
    const newest = newestDay(captures);
    const capture = own.find(({ isCurrent }) => isCurrent) ?? own.at(-1)!;
    return { capture, fit: capture.takenOn === newest ? 'exact' : 'earlier' };
  }
  const capture = own.findLast(({ takenOn }) => takenOn <= day);
  if (!capture) return { capture: first, fit: 'begins' };
  return { capture, fit: capture.takenOn === day ? 'exact' : 'earlier' };
}

/** A point of the time bar: a day with published captures, or a draft. */
export interface CapturePoint {
  /** What a screen has to be set to; null is the newest day. */
  readonly moment: Moment;
  readonly takenOn: string;
  readonly isDraft: boolean;
  /** Of all layers, by model type. */
  readonly captures: readonly Capture[];
}

const newestDay = (captures: readonly Capture[]): string | null =>
  captures
    .filter(isPublished)
    .map(({ takenOn }) => takenOn)
    .sort()
    .at(-1) ?? null;

/** The points of the captures of a site, earliest first; drafts of a day come after what is published of it. */
export function capturePoints(captures: readonly Capture[]): CapturePoint[] {
  const newest = newestDay(captures);
  const shown = captures.filter(isPublished);
  const published = [...new Set(shown.map(({ takenOn }) => takenOn))].map((takenOn) => ({
    moment: takenOn === newest ? null : takenOn,
    takenOn,
    isDraft: false,
    captures: shown.filter((one) => one.takenOn === takenOn),
  }));
  const drafts = captures
    .filter((one) => !isPublished(one))
    .map((one) => ({ moment: `draft-${one.id}`, takenOn: one.takenOn, isDraft: true, captures: [one] }));
  return [...published, ...drafts].sort((a, b) => a.takenOn.localeCompare(b.takenOn));
}

/** Later than every day. */
const LATEST = '9999';

/** Index of the point at which a moment stands: its own, else that before it, else the first; -1 where there is none. */
export function pointIndexAt(points: readonly CapturePoint[], moment: Moment): number {
  const own = points.findIndex((point) => point.moment === moment || (!point.isDraft && point.takenOn === moment));
  if (own >= 0 || points.length === 0) return own;
  const day = dayOf(moment) ?? LATEST;
  const before = points.findLastIndex(({ isDraft, takenOn }) => !isDraft && takenOn <= day);
  return Math.max(0, before);
}

/** Whether a moment names a day or a draft that the site has, or the newest. */
export const hasMoment = (points: readonly CapturePoint[], moment: Moment): boolean =>
  moment === null || points.some((point) => point.moment === moment || (!point.isDraft && point.takenOn === moment));
