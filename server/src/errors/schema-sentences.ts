import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The first words of the schema library's own sentences, which speak of its types. */
const OF_THE_LIBRARY =
  /^(Invalid (input|option|string|number|key|value|UUID|URL|ISO|email)|Too (small|big)|Unrecognized)/i;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'empty',
  date: 'a date',
};

/** The problem of an input for a person: sentences of our schemas as they are, those of the library in plain words. */
export function schemaSentence(issue: Issue): string {
  if (!OF_THE_LIBRARY.test(issue.message)) return issue.message;
  const field = issue.path.length > 0 ? `“${issue.path.map(String).join('.')}”` : 'The input';
  return issue.message.endsWith('received undefined') ? `${field} is missing.` : `${field} ${demandOf(issue)}.`;
}

function demandOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
    }
    case 'too_small':
      return `must ${amountOf(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must ${amountOf(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unitOf(issue.origin)}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return 'is not valid';
  }
}

const amountOf = (origin: string): string => (unitOf(origin) === '' ? 'be' : 'have');

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' || origin === 'set' ? ' entries' : '';
}
