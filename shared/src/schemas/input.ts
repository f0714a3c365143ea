import { z } from 'zod';
import { DESCRIPTION_LONGEST, NAME_LONGEST } from '../config/limits.ts';
import { idSchema } from './site.ts';

/**
 * A whole number in a range, as JSON or as the text of paths, queries and forms. Text is taken in its
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

/** A number in a range, as JSON or as the text of forms. */
export function numberInputSchema(least: number, most: number) {
  const sentence = `This is not a number from ${least} to ${most}`;
  const range = z.number(sentence).min(least, sentence).max(most, sentence);
  const text = z
    .string()
    .regex(/^-?\d{1,20}(?:\.\d{1,20})?(?:e-?\d{1,2})?$/i)
    .transform(Number)
    .pipe(range);
  return z.union([range, text], sentence);
}

/** A database key that comes in. */
export const idInputSchema = integerInputSchema(1, idSchema.maxValue ?? 0);

/** A set of keys in an input; a repeated key counts once. */
export const idListInputSchema = z
  .array(idInputSchema)
  .max(100_000)
  .transform((ids) => [...new Set(ids)]);

/** A boolean, as JSON or as the text of forms. */
export const flagInputSchema = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);

const CONTROL_CHARACTERS = /\p{Cc}/u;
const CONTROL_CHARACTERS_BUT_BREAKS = /[^\P{Cc}\n\r\t]/u;
const UNPRINTABLE = 'Control characters are not allowed';
const tooLong = (longest: number) => `At most ${longest} characters are allowed`;

/**
 * Characters that are invisible or change the direction of text: a name with one of them looks like another name.
 * Joiners are allowed after a letter of a script that needs them, and in emoji (Unicode Technical Report 36, UAX
 * 31).
 */
const INVISIBLE = new RegExp(
  String.raw`(?<![\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}` +
    String.raw`\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{ExtPict}\p{EMod}\uFE0F])[\u200C\u200D]` +
    String.raw`|(?<!\p{ExtPict})\uFE0F|(?![\u200C\u200D\uFE0F])[\p{DI}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]`,
  'u',
);
const UNSEEN = 'Invisible characters are not allowed';

const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const TO_ASCII = 0xfee0;

/** Gives look-alike text one form: composed accents, and Latin letters of ordinary width. */
const inOneForm = (text: string): string =>
  text.replaceAll(FULL_WIDTH, (sign) => String.fromCodePoint(sign.codePointAt(0)! - TO_ASCII)).normalize('NFC');

/** A line of text that must not be empty; `required` is the sentence for an empty one. */
export const lineInputSchema = (required: string) =>
  z
    .string(required)
    .max(8 * NAME_LONGEST, tooLong(NAME_LONGEST))
    .overwrite(inOneForm)
    .trim()
    .min(1, required)
    .max(NAME_LONGEST, tooLong(NAME_LONGEST))
    .refine((text) => !CONTROL_CHARACTERS.test(text), UNPRINTABLE)
    .refine((text) => !INVISIBLE.test(text), UNSEEN);

/** A name from another system, without the characters that `lineInputSchema` refuses; empty where none remain. */
export const toLine = (text: string, longest = NAME_LONGEST): string =>
  inOneForm(text)
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(new RegExp(INVISIBLE, 'gu'), '')
    .slice(0, longest)
    .replaceAll(/\p{Cs}/gu, '')
    .trim();

/** Text of several lines; may be empty. */
export const descriptionInputSchema = z
  .string()
  .trim()
  .max(DESCRIPTION_LONGEST, tooLong(DESCRIPTION_LONGEST))
  .refine((text) => !CONTROL_CHARACTERS_BUT_BREAKS.test(text), UNPRINTABLE);

/** The text of a search field: control characters count as spaces. */
export const searchInputSchema = z
  .string()
  .max(200, tooLong(200))
  .transform((text) => text.replaceAll(/\p{Cc}/gu, ' ').trim());
