import { createReadStream } from 'node:fs';
import { MalformedContentError } from '@overlook/shared/tiles3d';

/** Longest line, in bytes: one item with all its properties. */
export const LONGEST_LINE = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

/** A line of a text file; `number` counts from 1. */
export interface TextLine {
  number: number;
  text: string;
}

/**
 * Yields the lines of a UTF-8 file that are not blank, one at a time: memory is bound by the longest of them. Throws
 * `ContentError` with the line where the file is no text or a line is too long.
 */
export async function* readTextLines(filePath: string): AsyncGenerator<TextLine, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const finish = (): TextLine | null => {
    number++;
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    length = 0;
    let text = '';
    try {
      text = decoder.decode(bytes);
    } catch {
      throw new MalformedContentError(`line ${number}`, 'is no text in UTF-8.');
    }
    return text.trim() === '' ? null : { number, text };
  };
  for await (const chunk of createReadStream(filePath, { highWaterMark: 256 * 1024 })) {
    const bytes = chunk as Buffer;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      parts.push(bytes.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (line) yield line;
    }
    parts.push(bytes.subarray(start));
    length += bytes.length - start;
    if (length > LONGEST_LINE)
      throw new MalformedContentError(
        `line ${number + 1}`,
        `is longer than ${LONGEST_LINE} bytes; an item takes one line.`,
      );
  }
  const line = finish();
  if (line) yield line;
}
