import { textOfBytes } from '@overlook/shared/format';
import { endingOf, nameOf } from './dropped-file.ts';

const HEAD_BYTES = 8192;
/** How AVEVA attribute texts begin. */
const ATTRIBUTE_TEXT = 'CADC_Attributes_File';
/** The names of an object that properties may begin with. */
const OBJECT_NAMES = ['path', 'guid', 'name'];
const COUNTED_BYTES = 16 * 1024 * 1024;

/** What a text with data about other files is: properties of CAD objects, positions of photos; null for neither. */
export async function tableKind(path: string, file: File): Promise<'properties' | 'photoTable' | null> {
  const { text } = textOfBytes(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  const head = text.replace(/^\uFEFF/, '').trimStart();
  if (head.startsWith(ATTRIBUTE_TEXT)) return 'properties';
  if (endingOf(path) === 'json') return head.startsWith('[') ? 'properties' : null;
  if (endingOf(path) !== 'csv') return null;
  const columns = columnsOf(head);
  // A table of photos may begin with any of its columns, and one of CAD with its objects only.
  if (columns.includes('file') || nameOf(path).toLowerCase() === 'photos.csv') return 'photoTable';
  return OBJECT_NAMES.includes(columns[0] ?? '') ? 'properties' : null;
}

function columnsOf(head: string): string[] {
  const [first = '', second = ''] = head.split(/\r?\n/, 2);
  const line = /^sep=.$/i.test(first) ? second : first;
  return line.split(/[,;\t|]/).map((cell) => cell.trim().replaceAll('"', '').toLowerCase());
}

/** Rows of a CSV below its heading; null for a large one, which is not read. */
export async function rowsIn(file: File): Promise<number | null> {
  if (file.size > COUNTED_BYTES) return null;
  const { text } = textOfBytes(new Uint8Array(await file.arrayBuffer()));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^sep=.$/i.test(line)).length;
  return Math.max(lines - 1, 0);
}
