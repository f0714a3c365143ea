import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { windows1252Text } from '@overlook/shared/format';

const CHUNK = { highWaterMark: 4 * 1024 * 1024 };
/** No text is longer without a byte of ASCII. */
const LONGEST_RUN = 1024 * 1024;

/**
 * A STEP file whose texts are UTF-8 where they are not ASCII: the file itself, or a copy below `folder`, which is made. Programs
 * write texts as they are in memory, although the standard has escapes for them: what is not UTF-8 is read as Windows-1252.
 */
export async function withUtf8Texts(source: string, folder: string): Promise<string> {
  if (await isUtf8File(source)) return source;
  await mkdir(folder, { recursive: true });
  const target = path.join(folder, path.basename(source));
  const whole = new WholeRuns();
  const toUtf8 = new Transform({
    transform: (chunk: Buffer, _, done) => done(null, utf8Of(whole.next(chunk))),
    flush: (done) => done(null, utf8Of(whole.rest)),
  });
  await pipeline(createReadStream(source, CHUNK), toUtf8, createWriteStream(target));
  return target;
}

async function isUtf8File(source: string): Promise<boolean> {
  const whole = new WholeRuns();
  for await (const chunk of createReadStream(source, CHUNK)) if (!isUtf8(whole.next(chunk as Buffer))) return false;
  return isUtf8(whole.rest);
}

/** Cuts chunks after a byte of ASCII, so that no character of several bytes is divided. */
class WholeRuns {
  rest: Buffer = Buffer.alloc(0);

  next(chunk: Buffer): Buffer {
    const all = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let end = all.length;
    while (end > 0 && all.length - end < LONGEST_RUN && all[end - 1]! >= 0x80) end--;
    this.rest = Buffer.from(all.subarray(end));
    return all.subarray(0, end);
  }
}

/** Runs of bytes that are not ASCII, and not UTF-8, as Windows-1252. */
function utf8Of(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const isHigh = bytes[at]! >= 0x80;
    let end = at + 1;
    while (end < bytes.length && bytes[end]! >= 0x80 === isHigh) end++;
    const run = bytes.subarray(at, end);
    parts.push(isHigh && !isUtf8(run) ? Buffer.from(windows1252Text(run)) : run);
    at = end;
  }
  return Buffer.concat(parts);
}
