import * as messages from '@overlook/shared/messages';
import type { Sentence } from './app-error.ts';

/** Keys of the messages by their texts; null where several have the same. */
const KEYS = new Map<string, string | null>();
for (const [name, area] of Object.entries(messages))
  if (/_MESSAGES$|^SIGN_IN_REFUSALS$/.test(name))
    for (const [key, text] of Object.entries(area)) KEYS.set(text, KEYS.has(text) ? null : key);

/**
 * The key of the message that an error was thrown with, for clients in other languages. Messages without values are thrown as texts
 * and known by them; a sentence that a function of the catalogue makes has no key, and neither has one for the operator.
 */
export const messageKey = (sentence: Sentence): string | null =>
  typeof sentence === 'string' ? (KEYS.get(sentence) ?? null) : sentence.key;
