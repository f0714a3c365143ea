import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { compileMessage } from './compile-message.ts';

/** The language of the messages. */
const LOCALE = 'en-GB';

/** The arguments that a message names. */
export type MessageValues<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

const pluralRules = {
  cardinal: new Intl.PluralRules(LOCALE),
  ordinal: new Intl.PluralRules(LOCALE, { type: 'ordinal' }),
};
const formatters: FormatOptions['formatters'] = {
  getPluralRules: (_, options) => pluralRules[options?.type ?? 'cardinal'],
  getNumberFormat: (...options) => new Intl.NumberFormat(...options),
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
};

const compiled = new Map<string, CompiledMessage>();

/**
 * Fills the arguments into a message of the catalogue, which is in the ICU MessageFormat:
 *
 *     formatMessage('{count, plural, one {1 photo} other {{count} photos}}', { count: 3 }) // 3 photos
 *
 * A message without arguments is shown as it is.
 */
export function formatMessage<Message extends string>(message: Message, values: MessageValues<Message>): string {
  let known = compiled.get(message);
  if (known === undefined) compiled.set(message, (known = compileMessage(message)));
  return format(known, LOCALE, values as Record<string, string | number | Date>, { formatters }) as string;
}

/** "a", "a and b", "a, b and c". */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(words);
