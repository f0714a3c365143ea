import {
  ATTACHMENT_ENDINGS_REFUSED,
  ATTACHMENT_NAME_LONGEST,
  ATTACHMENT_TYPES,
  type AttachmentMediaType,
} from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { toLine } from '@overlook/shared/schemas';
import { invalid } from '../../errors/app-error.ts';

/** Characters that Windows does not allow in file names. */
const RESERVED = /[<>:"|?*]/g;
/** Letters and digits after the last full stop. */
const ENDING = /\.([a-z0-9]{1,10})$/i;
const OUTER_DOTS = /^[. ]+|[. ]+$/g;

const TEXT: ReadonlySet<AttachmentMediaType> = new Set(['text/plain', 'text/csv', 'application/json']);
const PICTURES: ReadonlySet<AttachmentMediaType> = new Set(
  (['png', 'jpeg', 'gif', 'webp', 'tiff', 'heic', 'avif'] as const).map((kind) => `image/${kind}` as const),
);
/** Types whose endings are often confused, without harm: a photo as another kind of picture, a table as text. */
const groupOf = (type: AttachmentMediaType): unknown => [TEXT, PICTURES].find((group) => group.has(type)) ?? type;

/**
 * The name under which an attachment is kept and downloaded: without folders, control and invisible characters, at most
 * `ATTACHMENT_NAME_LONGEST` long, and with an ending of its type, which is added where the name has no known ending.
 * Throws 400 for the ending of a program and for that of another type.
 */
export function safeName(sent: string, mediaType: AttachmentMediaType): string {
  const last = sent
    .split(/[/\\]/)
    .at(-1)!
    .slice(-4 * ATTACHMENT_NAME_LONGEST);
  const line = toLine(last.replaceAll(RESERVED, '_'), last.length).replaceAll(OUTER_DOTS, '');
  const sentEnding = ENDING.exec(line)?.[1]?.toLowerCase() ?? '';
  if (ATTACHMENT_ENDINGS_REFUSED.includes(sentEnding)) throw invalid(MOCS_MESSAGES['attachment.programRefused']);
  const named = ATTACHMENT_TYPES.filter(({ endings }) => (endings as readonly string[]).includes(sentEnding));
  if (named.length > 0 && !named.some((type) => groupOf(type.mediaType) === groupOf(mediaType)))
    throw invalid(MOCS_MESSAGES['attachment.nameDisagrees']);
  const usual = ATTACHMENT_TYPES.find((type) => type.mediaType === mediaType)!.endings[0];
  const [stem, ending] = named.length > 0 ? [line.replace(ENDING, ''), sentEnding] : [line, usual];
  const longest = ATTACHMENT_NAME_LONGEST - ending.length - 1;
  return `${toLine(stem, longest).replaceAll(OUTER_DOTS, '') || 'attachment'}.${ending}`;
}
