/** What a screen shows of time: null for the newest, a date ('2026-03-14'), or a draft ('draft-12'). */
export type Moment = string | null;

const DRAFT = /^draft-([1-9]\d{0,9})$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The day that a moment names; null for the newest and for a draft. */
export const dayOf = (moment: Moment): string | null => (moment !== null && DAY.test(moment) ? moment : null);

/** The id of the draft that a moment names; null for none. */
export function draftIdOf(moment: Moment): number | null {
  const [, id] = (moment !== null && DRAFT.exec(moment)) || [];
  return id === undefined ? null : Number(id);
}

/** A moment in an address, where the newest is empty; undefined for a malformed text. */
export function readMoment(text: string): Moment | undefined {
  if (text === '') return null;
  return DAY.test(text) || DRAFT.test(text) ? text : undefined;
}

/** The moments of the screens as they are in an address, screen 1 first; null where every screen shows the newest. */
export function momentsText(moments: readonly Moment[]): string | null {
  const last = moments.findLastIndex((moment) => moment !== null);
  return last < 0
    ? null
    : moments
        .slice(0, last + 1)
        .map((moment) => moment ?? '')
        .join();
}

/** Null for a malformed text. */
export function readMoments(text: string): Moment[] | null {
  const moments = text.split(',').map(readMoment);
  return moments.every((moment) => moment !== undefined) ? moments : null;
}
