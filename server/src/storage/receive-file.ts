import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isDiskLow } from '@overlook/db';
import { UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { AppError, diskFull, invalid } from '../errors/app-error.ts';
import { said } from '../errors/said.ts';
import { allowSlowBody } from './slow-bodies.ts';
import type { Clock } from '../services/clock.ts';

/** Folder of files that are being received, below the files folder. */
const INCOMING = 'incoming';

/** That folder: also for files that are made before they are stored. What is older than a day is swept. */
export const incomingFolder = (filesDir: string): string => join(filesDir, INCOMING);

/** A file as it has arrived, on the disk of the files folder. */
export interface ReceivedFile {
  /** Its name from the sender, which is not part of any path here. */
  readonly filename: string;
  /** Its path until `use` ends; `use` may move it. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}

interface ReceiveOptions {
  /** Name of the multipart field. */
  readonly field: string;
  /** `<DATA_DIR>/files`. */
  readonly filesDir: string;
  readonly largestBytes: number;
  /** Sentence for a file that is larger. */
  readonly tooLarge: string;
}

/**
 * Streams the one file of a multipart body to the disk and gives it to `use`; in any case no file remains except those
 * that `use` has moved. Throws 400 when the body has no such file or ends early, 413 when the file is too large,
 * 507 when the disk is full.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  { field, filesDir, largestBytes, tooLarge }: ReceiveOptions,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = incomingFolder(filesDir);
  await mkdir(folder, { recursive: true });
  if (isDiskLow(folder)) throw diskFull();
  const path = join(folder, randomUUID());
  const endSlowBody = allowSlowBody(request.raw.socket);
  try {
    const part = await filePartOf(request, field);
    const hash = createHash('sha256');
    let sizeBytes = 0;
    // Opened first: a stream that opens the file itself could create the file after the cleaning up of a body that
    // failed immediately.
    const incoming = await open(path, 'wx', 0o600);
    await pipeline(
      bytesOf(part, (chunk) => {
        sizeBytes += chunk.length;
        if (sizeBytes > largestBytes) throw new AppError('TOO_LARGE', tooLarge);
        hash.update(chunk);
      }),
      incoming.createWriteStream({ flush: true }),
    );
    return await use({ filename: sentName(part.filename), path, sizeBytes, sha256: hash.digest('hex') });
  } finally {
    endSlowBody();
    await rm(path, { force: true });
  }
}

const cutOff = () => invalid(REQUESTS_MESSAGES['request.uploadCutOff']);

async function filePartOf(request: FastifyRequest, field: string): Promise<MultipartFile> {
  const sentence = said(REQUESTS_MESSAGES, 'request.fileExpected', { field });
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentence);
  const part = await request.file().catch(() => {
    throw cutOff();
  });
  if (part?.fieldname === field) return part;
  part?.file.resume();
  throw invalid(sentence, { [field]: sentence });
}

/** The bytes of a part; errors of the multipart reader are the sender's fault. */
async function* bytesOf({ file }: MultipartFile, note: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      note(chunk);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : cutOff();
  }
}

/**
 * Gives `use` an empty folder beside the received files, on the same disk, and removes it with its content after that.
 */
export async function withIncomingFolder<T>(filesDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(incomingFolder(filesDir), randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes files whose receiving process was killed: those of before a day, or before `beforeMs` (Unix milliseconds). */
export async function sweepIncoming({
  filesDir,
  clock,
  beforeMs = clock.now().getTime() - UPLOAD_KEPT_MS,
}: {
  filesDir: string;
  clock: Clock;
  beforeMs?: number;
}): Promise<void> {
  const folder = incomingFolder(filesDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const modifiedMs = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => null);
    if (modifiedMs !== null && modifiedMs < beforeMs) await rm(path, { recursive: true, force: true });
  }
}

const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** The name of a file as the person has it: browsers escape three characters in names of parts (HTML, multipart/form-data). */
export const sentName = (name: string): string =>
  name.replaceAll(/%(22|0D|0A)/gi, (text) => ESCAPED[text.toUpperCase()]!);
