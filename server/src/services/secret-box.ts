import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** The nonce length that GCM recommends (NIST SP 800-38D §5.2.1.1). */
const NONCE_BYTES = 12;

/** Encrypts secrets that the server must be able to read, so that a copy of the database does not reveal them. */
export interface SecretBox {
  /** Encrypts and authenticates `text`. `associatedData` names its owner, for example `totp:5`: {@link open} needs the same. */
  seal(text: string, associatedData: string): Promise<string>;
  /** Throws when the text was sealed with another key or other associated data, or was changed. */
  open(sealed: string, associatedData: string): Promise<string>;
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not contain a key.`);
  return key;
}

/** Creates the key by a link, which fails if another process was quicker: then the key of that process is used. */
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

interface KeyPlace {
  readonly secretKey: string | null;
  readonly dataDir: string;
}

const keyFile = (dataDir: string): string => join(resolve(dataDir), 'secret.key');

/** Tells whether two installations have the same key, and nothing else of it; null where none was made yet. */
export async function secretKeyFingerprint({ secretKey, dataDir }: KeyPlace): Promise<string | null> {
  const key = secretKey === null ? await readKey(keyFile(dataDir)) : Buffer.from(secretKey, 'hex');
  return key && createHash('sha256').update('overlook secret key').update(key).digest('hex').slice(0, 16);
}

/**
 * A box whose key is `secretKey` (64 hexadecimal digits), which servers on one database share, or else a file in the data
 * folder that is created at its first use.
 */
export function createSecretBox({ secretKey, dataDir }: KeyPlace): SecretBox {
  let key: Promise<Buffer> | null = null;
  const loadKey = async () => {
    if (secretKey !== null) return Buffer.from(secretKey, 'hex');
    const path = keyFile(dataDir);
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
    async seal(text, associatedData) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, await keyOnce(), nonce).setAAD(Buffer.from(associatedData));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return [...parts.slice(0, 1), cipher.getAuthTag(), Buffer.concat(parts.slice(1))]
        .map((part) => part.toString('base64url'))
        .join('.');
    },
    async open(sealed, associatedData) {
      const [nonce, tag, content] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
      const decipher = createDecipheriv(ALGORITHM, await keyOnce(), nonce!, { authTagLength: 16 })
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(tag!);
      return decipher.update(content!, undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
