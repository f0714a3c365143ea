import type { z } from 'zod';
import { formatMessage, REQUESTS_MESSAGES } from '@overlook/shared/messages';

type Issue = z.core.$ZodIssue;

/** The first words of the schema library's own sentences, which speak of its types. */
const OF_THE_LIBRARY =
  /^(Invalid (input|option|string|number|key|value|UUID|URL|ISO|email)|Too (small|big)|Unrecognized)/i;

/** The problem of an input for a person: sentences of our schemas as they are, those of the library in plain words. */
export function schemaSentence(issue: Issue): string {
  if (!OF_THE_LIBRARY.test(issue.message)) return issue.message;
  const field = issue.path.length > 0 ? `“${issue.path.map(String).join('.')}”` : REQUESTS_MESSAGES['input.whole'];
  return issue.message.endsWith('received undefined')
    ? formatMessage(REQUESTS_MESSAGES['input.missing'], { field })
    : demandOf(issue, field);
}

function demandOf(issue: Issue, field: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return formatMessage(REQUESTS_MESSAGES['input.type'], { field, type: issue.expected });
    case 'invalid_value': {
      const message = REQUESTS_MESSAGES[issue.values.length === 1 ? 'input.value' : 'input.values'];
      return formatMessage(message, { field, values: issue.values.map(String).join(', ') });
    }
    case 'too_small': {
      const message = REQUESTS_MESSAGES[issue.inclusive === false ? 'input.moreThan' : 'input.atLeast'];
      return formatMessage(message, { field, of: issue.origin, limit: String(issue.minimum) });
    }
    case 'too_big': {
      const message = REQUESTS_MESSAGES[issue.inclusive === false ? 'input.lessThan' : 'input.atMost'];
      return formatMessage(message, { field, of: issue.origin, limit: String(issue.maximum) });
    }
    case 'unrecognized_keys':
      return formatMessage(REQUESTS_MESSAGES['input.unknownFields'], { field, fields: issue.keys.join(', ') });
    default:
      return formatMessage(REQUESTS_MESSAGES['input.invalid'], { field });
  }
}
