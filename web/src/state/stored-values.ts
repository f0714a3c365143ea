/**
 * The allowed values of stored settings, as type guards over parsed JSON. They use no schema library, because they are
 * loaded before the login form, where a library would cost several kilobytes.
 */
export type Guard<T> = (value: unknown) => value is T;

export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';

export const isString: Guard<string> = (value) => typeof value === 'string';

/** Text with something in it. */
export const isText: Guard<string> = (value): value is string => typeof value === 'string' && value !== '';

export const isRecord: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A whole number of this range, both ends included. */
export const isWholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER): Guard<number> =>
  (value): value is number =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

export const isOneOf =
  <T extends string | number>(choices: readonly T[]): Guard<T> =>
  (value): value is T =>
    choices.includes(value as T);

export const isNullOr =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

/** Three numbers; JSON has none that are not finite. */
export const isVector: Guard<[number, number, number]> = (value): value is [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number');

/** A day as fields of dates have it: "2026-03-14". */
export const isDay: Guard<string> = (value): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** #rrggbb */
export const isColor: Guard<string> = (value): value is string =>
  typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** A list of at most this many values of one kind. */
export const isListOf =
  <T>(guard: Guard<T>, most: number): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every(guard);
