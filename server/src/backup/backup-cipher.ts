import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../errors/failure.ts';
import { BackupFailedError } from './backup-failed.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * How the objects of a backup repository are written: as they are, or encrypted, each with AES-256-GCM and a random nonce:
 * nonce (12 bytes), ciphertext, tag (16 bytes). An object has at most 1 GiB, so no nonce encrypts more than GCM allows.
 */
export interface BackupCipher {
  readonly isEncrypting: boolean;
  /** Of the key and the salt of the repository, to recognise a wrong key; empty without a key. */
  readonly check: string;
  /** The name of an object, by the SHA-256 of its bytes (hexadecimal). Only who has the key can tell it from a content. */
  nameOf(sha256: string): string;
  write(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** What was written, from the stored bytes of an object. Throws `BackupFailedError` at its end where they were changed. */
  read(stored: AsyncIterable<Buffer>, name: string): AsyncIterable<Buffer>;
}

export const noCipher: BackupCipher = {
  isEncrypting: false,
  check: '',
  nameOf: (sha256) => sha256,
  write: (bytes) => bytes,
  read: (stored) => stored,
};

/** Reads a key of 64 hexadecimal digits. Throws `UsageError`. */
export async function readBackupKey(path: string): Promise<Buffer> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The key file ${path} cannot be read (${error.code}).`);
  });
  if (!/^[0-9a-f]{64}$/i.test(text.trim()))
    throw new UsageError(`The key file ${path} must have 64 hexadecimal digits, as “openssl rand -hex 32” makes them.`);
  return Buffer.from(text.trim(), 'hex');
}

export function keyCipher(key: Buffer, salt: string): BackupCipher {
  const derived = (use: string) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'hex'), `overlook ${use}`, KEY_BYTES));
  const [objectKey, nameKey, checkKey] = [derived('objects'), derived('names'), derived('check')];
  return {
    isEncrypting: true,
    check: checkKey.toString('hex'),
    nameOf: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex'),
    async *write(bytes) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, objectKey, nonce);
      yield nonce;
      for await (const chunk of bytes) yield cipher.update(chunk);
      yield cipher.final();
      yield cipher.getAuthTag();
    },
    async *read(stored, name) {
      const bytes = heldBack(stored);
      try {
        const { value: nonce } = await bytes.next();
        if (!nonce) throw new BackupFailedError(`${name} is damaged: it is too short.`);
        const decipher = createDecipheriv(ALGORITHM, objectKey, nonce, { authTagLength: TAG_BYTES });
        let piece = await bytes.next();
        for (; !piece.done; piece = await bytes.next()) yield decipher.update(piece.value);
        const tag = piece.value!;
        yield finish(() => decipher.setAuthTag(tag).final(), name);
      } finally {
        // Who reads may have stopped.
        await bytes.return(undefined);
      }
    },
  };
}

/** Yields the nonce, then what is encrypted, and returns the tag; nothing of an object that is too short. */
async function* heldBack(stored: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Buffer | undefined> {
  let waiting = Buffer.alloc(0);
  let isBegun = false;
  for await (const chunk of stored) {
    waiting = Buffer.concat([waiting, chunk]);
    if (!isBegun) {
      if (waiting.length < NONCE_BYTES + TAG_BYTES) continue;
      yield waiting.subarray(0, NONCE_BYTES);
      [isBegun, waiting] = [true, waiting.subarray(NONCE_BYTES)];
    }
    if (waiting.length <= TAG_BYTES) continue;
    yield waiting.subarray(0, -TAG_BYTES);
    waiting = waiting.subarray(-TAG_BYTES);
  }
  return isBegun ? waiting : undefined;
}

function finish(final: () => Buffer, name: string): Buffer {
  try {
    return final();
  } catch (error) {
    throw new BackupFailedError(`${name} is damaged: it was changed after it was written.`, { cause: error });
  }
}
