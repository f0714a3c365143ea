import { z } from 'zod';
import { DESCRIPTION_LONGEST, NAME_LONGEST } from '../config/limits.ts';
import { idSchema } from './site.ts';

/**
 * A whole number in a range, as JSON or as the text that paths, queries and forms carry it in. Text is taken in its
 * plain decimal form only.
 */
export function integerInputSchema(least: number, most: number) {
  const sentence = `This is not a number from ${least} to ${most}`;
  const range = z.number(sentence).int(sentence).min(least, sentence).max(most, sentence);
  return z.union(
    [
      range,
      z
        .string()
        .regex(/^(0|[1-9]\d{0,9})$/)
        .transform(Number)
        .pipe(range),
    ],
    sentence,
  );
}

/** A database key that comes in. */
export const idInputSchema = integerInputSchema(1, idSchema.maxValue ?? 0);

/** A set of keys that comes in; a key named twice counts once. */
export const idListInputSchema = z
  .array(idInputSchema)
  .max(100_000)
  .transform((ids) => [...new Set(ids)]);

/** A switch, as JSON or as the text that forms carry it in. */
export const flagInputSchema = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);

const CONTROL_CHARACTERS = /\p{Cc}/u;
const CONTROL_CHARACTERS_BUT_BREAKS = /[^\P{Cc}\n\r\t]/u;
const UNPRINTABLE = 'Control characters are not allowed';
const tooLong = (longest: number) => `At most ${longest} characters are allowed`;

/** A line of text that must not be empty; `required` is the sentence for an empty one. */
export const lineInputSchema = (required: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(NAME_LONGEST, tooLong(NAME_LONGEST))
    .refine((text) => !CONTROL_CHARACTERS.test(text), UNPRINTABLE);

/** Text of several lines; may be empty. */
export const descriptionInputSchema = z
  .string()
  .trim()
  .max(DESCRIPTION_LONGEST, tooLong(DESCRIPTION_LONGEST))
  .refine((text) => !CONTROL_CHARACTERS_BUT_BREAKS.test(text), UNPRINTABLE);

/** What somebody typed into a search field: control characters count as spaces. */
export const searchInputSchema = z
  .string()
  .max(200, tooLong(200))
  .transform((text) => text.replaceAll(/\p{Cc}/gu, ' ').trim());
