import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { DEFLATED, STORED, type ZipArchive, type ZipEntry } from '@overlook/shared/archives';
import { ContentError, MalformedContentError } from '@overlook/shared/tiles3d';
import { openArchive } from '../../../services/zip/open-archive.ts';
import { listed } from '../../../errors/listed.ts';

/** Most bytes that an archive may unpack to; what a ZIP without its 64-bit fields can hold. */
const MOST_UNPACKED = 2 ** 32 - 2;

/**
 * Unpacks the one IFC file of an archive into `folder`, which is made, under the archive's own name; returns its path. Names in
 * the archive are not used as paths. Throws `ContentError` for a file that is not such an archive, is damaged or unpacks to more than 4 GB.
 */
export async function unpackIfcZip(archive: string, folder: string): Promise<string> {
  const file = await open(archive, 'r');
  try {
    const zip = await inOwnWords('', 'is no ZIP archive, or is cut off.', openArchive(file, ''));
    const name = onlyIfc(zip);
    const entry = zip.entryOf(name);
    await mkdir(folder, { recursive: true });
    const target = path.join(folder, `${path.parse(archive).name}.ifc`);
    const range = await inOwnWords(name, 'is damaged: it is not where the directory says.', zip.rangeOf(name));
    await unpack(archive, name, entry, range, target);
    return target;
  } finally {
    await file.close();
  }
}

/** The converter's messages continue the name of the file that they are about. */
const inOwnWords = <T>(place: string, reason: string, reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw error instanceof ContentError ? new MalformedContentError(place, reason) : error;
  });

function onlyIfc(zip: ZipArchive): string {
  const all = [...zip.names];
  // macOS adds a file of its own to each: "__MACOSX/._plant.ifc".
  const found = all.filter((name) => /\.ifc$/i.test(name) && !/(^|\/)\._/.test(name));
  const [name] = found;
  if (name === undefined) throw new MalformedContentError('', `holds no .ifc, but ${listed(all) || 'nothing'}.`);
  if (found.length > 1)
    throw new MalformedContentError('', `holds ${found.length} IFC files: ${listed(found)}. Unpack them.`);
  const { isEncrypted, method, bytes } = zip.entryOf(name);
  const fail = (reason: string): never => {
    throw new MalformedContentError(name, reason);
  };
  if (isEncrypted) fail('is encrypted.');
  if (method !== STORED && method !== DEFLATED) fail(`is packed by method ${method}, which cannot be read.`);
  if (bytes > MOST_UNPACKED) fail(`unpacks to more than ${MOST_UNPACKED} bytes.`);
  return name;
}

async function unpack(
  archive: string,
  name: string,
  entry: ZipEntry,
  { from, to }: { readonly from: number; readonly to: number },
  target: string,
): Promise<void> {
  const damaged = (reason: string) => new MalformedContentError(name, `is damaged: ${reason}.`);
  let [bytes, crc] = [0, 0];
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      crc = crc32(chunk, crc);
      done(
        bytes > entry.bytes ? damaged(`it unpacks to more than the ${entry.bytes} bytes that it names`) : null,
        chunk,
      );
    },
  });
  const source = createReadStream(archive, { start: from, end: Math.max(to, from + 1) - 1 });
  const inflate = entry.method === DEFLATED ? [createInflateRaw()] : [];
  const out = createWriteStream(target);
  await pipeline([source, ...inflate, counted, out]).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('Z_') ? damaged('its packed bytes cannot be read') : error;
  });
  if (bytes !== entry.bytes || crc !== entry.crc32) throw damaged('its checksum is wrong');
}
