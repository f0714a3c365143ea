import { UPLOAD_PARTS, type UploadPart, UPLOADS } from '../config/uploads.ts';

/** A file of a delivery. */
export interface UploadFile {
  readonly part: UploadPart;
  /** Below the folder of its part, with forward slashes. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** What is wrong with a list of files: the line (from 1), and the key of the reason. */
export class WrongFileListError extends Error {
  override readonly name = 'WrongFileListError';
  readonly line: number;
  readonly reason: 'lineWrong' | 'pathWrong' | 'pathTwice' | 'sizeWrong' | 'partWrong' | 'tooMany' | 'listShort';
  /** The text that is wrong. */
  readonly text: string;

  constructor(line: number, reason: WrongFileListError['reason'], text: string) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
    this.text = text;
  }
}

/** One line a file: part, size in bytes, path, separated by tabs. Its order is that of the bytes that follow. */
export const fileListText = (files: readonly UploadFile[]): string =>
  files.map(({ part, sizeBytes, path }) => `${part}\t${sizeBytes}\t${path}\n`).join('');

const CONTROL = /\p{Cc}/u;
/** Most bytes of one name on common disks. */
const NAME_LONGEST_BYTES = 255;
/** UTF-8 bytes of a text. */
const utf8Bytes = (text: string): number =>
  Array.from(text, (letter) => letter.codePointAt(0)!).reduce(
    (sum, code) => sum + (code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4),
    0,
  );

/** Whether a relative path names a file below its folder on every system: no step upwards, no empty or over-long name. */
export function isUploadPath(path: string): boolean {
  if (path.length === 0 || path.length > UPLOADS.pathLongest || path.includes('\\') || CONTROL.test(path)) return false;
  return path.split('/').every((name) => {
    if (name === '' || name === '.' || name === '..') return false;
    return utf8Bytes(name) <= NAME_LONGEST_BYTES;
  });
}

const isPart = (text: string): text is UploadPart => (UPLOAD_PARTS as readonly string[]).includes(text);

/** Reads a list of files. Throws `WrongFileListError` at the first line that is wrong. */
export function readFileList(text: string): UploadFile[] {
  const files: UploadFile[] = [];
  const seen = new Set<string>();
  let from = 0;
  for (let line = 1; from < text.length; line++) {
    if (line > UPLOADS.filesMost) throw new WrongFileListError(line, 'tooMany', '');
    const end = text.indexOf('\n', from);
    const row = text.slice(from, end < 0 ? text.length : end);
    from = end < 0 ? text.length : end + 1;
    const file = fileOfLine(row, line);
    const key = `${file.part}/${file.path}`;
    if (seen.has(key)) throw new WrongFileListError(line, 'pathTwice', file.path);
    seen.add(key);
    files.push(file);
  }
  return files;
}

function fileOfLine(row: string, line: number): UploadFile {
  const [part = '', size = '', path, ...more] = row.split('\t');
  if (path === undefined || more.length > 0) throw new WrongFileListError(line, 'lineWrong', row.slice(0, 100));
  if (!isPart(part)) throw new WrongFileListError(line, 'partWrong', part.slice(0, 100));
  if (!isUploadPath(path)) throw new WrongFileListError(line, 'pathWrong', path.slice(0, 200));
  const sizeBytes = Number(size);
  if (!/^\d{1,16}$/.test(size) || !Number.isSafeInteger(sizeBytes))
    throw new WrongFileListError(line, 'sizeWrong', path.slice(0, 200));
  return { part, path, sizeBytes };
}
