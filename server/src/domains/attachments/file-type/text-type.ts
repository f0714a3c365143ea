import type { AttachmentMediaType } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { invalid } from '../../../errors/app-error.ts';

/**
 * Control characters except tab, line ends and form feed. Those above 127 result from encodings that were not
 * recognised.
 */
const UNPRINTABLE = /[^\P{Cc}\t\n\r\f\u0080-\u009f]/u;
/** The character with which old programs end a text. */
const DOS_END = '\u001a';

/**
 * The beginning of a file as text, without a byte order mark; null when it is not text. UTF-8 and UTF-16 are recognised; any
 * other coding is read as Windows-1252, which is what spreadsheets in Europe write.
 */
export function decodeText(head: Buffer): string | null {
  const coding = head.subarray(0, 2).toString('hex');
  const label =
    coding === 'fffe' ? 'utf-16le' : coding === 'feff' ? 'utf-16be' : isUtf8(head) ? 'utf-8' : 'windows-1252';
  const text = new TextDecoder(label).decode(head, { stream: true });
  return UNPRINTABLE.test(text.replaceAll(DOS_END, '')) ? null : text;
}

function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The kind of a text file, by its beginning. Throws 400 for markup and scripts. */
export function textTypeOf(text: string): AttachmentMediaType {
  const start = text.trimStart();
  if (start.startsWith('<') || start.startsWith('#!') || /^@echo\b/i.test(start))
    throw invalid(MOCS_MESSAGES['attachment.programRefused']);
  if (start.startsWith('ISO-10303-21;')) return 'application/x-step';
  // Group code and value alternate by line; comments (999) may come first.
  if (/^(?:999\r?\n.*\r?\n\s*)*0\r?\n\s*SECTION\r?\n/.test(start)) return 'image/vnd.dxf';
  if (/^(?:\{\s*["}]|\[\s*["{[\]\d\-tfn])/.test(start)) return 'application/json';
  return isCsv(start) ? 'text/csv' : 'text/plain';
}

/** Lines that are compared. */
const LINES_LOOKED_AT = 20;

/** Whether the first lines have the same number of cells, more than one. Delimiters in quotes do not count. */
function isCsv(text: string): boolean {
  const lines = text
    .split(/\r?\n/, LINES_LOOKED_AT + 1)
    // The last of them may be cut off.
    .slice(0, -1)
    .map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, ''));
  return (
    lines.length > 1 &&
    [',', ';', '\t'].some((delimiter) => {
      const [first, ...others] = lines.filter((line) => line !== '').map((line) => line.split(delimiter).length);
      return first !== undefined && first > 1 && others.every((count) => count === first);
    })
  );
}
