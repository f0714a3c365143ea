import type { MocComment } from '@overlook/shared/schemas';

/** A person who can be mentioned, by name. */
export type MentionedPerson = MocComment['mentions'][number];

/** The typed part of a name: the text between an "@" at the index `start` and the caret. */
export interface TypedMention {
  readonly start: number;
  readonly search: string;
}

/** Longest text that still counts as a part of a name, letters. */
const LONGEST_SEARCH = 40;

const isWordLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);

/** The mention that is being typed at the caret; null for none, and after the name of a person who is chosen. */
export function typedMention(text: string, caret: number, chosen: readonly MentionedPerson[]): TypedMention | null {
  const start = text.lastIndexOf('@', caret - 1);
  // Within a word it is a mail address.
  if (caret === 0 || start < 0 || isWordLetter(text[start - 1])) return null;
  const search = text.slice(start + 1, caret);
  if (search.length > LONGEST_SEARCH || search.includes('\n') || search.startsWith(' ')) return null;
  const isWritten = chosen.some(({ name }) => search.startsWith(name) && !isWordLetter(search[name.length]));
  return isWritten ? null : { start, search };
}

/** A part of a text, and whether it is the mention of a person. */
export interface MentionPart {
  readonly text: string;
  readonly isMention: boolean;
}

/** A text cut at the mentions of these people. */
export function mentionParts(text: string, people: readonly MentionedPerson[]): MentionPart[] {
  // The longer of two names that begin alike is meant.
  const marks = people.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: MentionPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const mark = marks.find((one) => text.startsWith(one, at) && !isWordLetter(text[at + one.length]));
    if (mark === undefined) continue;
    if (at > from) parts.push({ text: text.slice(from, at), isMention: false });
    parts.push({ text: mark, isMention: true });
    from = at + mark.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false });
  return parts;
}

/** Those of the chosen people whose mention is in the text still. */
export function mentionedIn(text: string, chosen: readonly MentionedPerson[]): MentionedPerson[] {
  const marks = new Set(mentionParts(text, chosen).map((part) => part.text));
  return chosen.filter(({ name }) => marks.has(`@${name}`));
}
