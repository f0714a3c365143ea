import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** The nonce length that GCM recommends (NIST SP 800-38D §5.2.1.1). */
const NONCE_BYTES = 12;

/** Encrypts secrets that the server must be able to read, so that a copy of the database does not reveal them. */
export interface SecretBox {
  /** Encrypts `text` for `place`, for example `user:5`: it opens nowhere else. */
  seal(text: string, place: string): Promise<string>;
  /** Throws when it was sealed with another key, for another place, or changed. */
  open(sealed: string, place: string): Promise<string>;
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key.`);
  return key;
}

/** Linked into place, which fails where another process was quicker: then its key is used. */
async function makeKey(path: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  await writeFile(part, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    await link(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * A box whose key is `secretKey` (64 hexadecimal digits), which servers on one database share, or else a file in the data
 * folder that is created at its first use.
 */
export function createSecretBox({ secretKey, dataDir }: { secretKey: string | null; dataDir: string }): SecretBox {
  let key: Promise<Buffer> | null = null;
  const loadKey = async () => {
    if (secretKey !== null) return Buffer.from(secretKey, 'hex');
    const path = join(resolve(dataDir), 'secret.key');
    const found = await readKey(path);
    if (found) return found;
    await makeKey(path, resolve(dataDir));
    return (await readKey(path))!;
  };
  const keyOnce = () =>
    (key ??= loadKey().catch((error: unknown) => {
      key = null;
      throw error;
    }));
  return {
    async seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, await keyOnce(), nonce).setAAD(Buffer.from(place));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return [...parts.slice(0, 1), cipher.getAuthTag(), Buffer.concat(parts.slice(1))]
        .map((part) => part.toString('base64url'))
        .join('.');
    },
    async open(sealed, place) {
      const [nonce, tag, content] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
      const decipher = createDecipheriv(ALGORITHM, await keyOnce(), nonce!, { authTagLength: 16 })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag!);
      return decipher.update(content!, undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
