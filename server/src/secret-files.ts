import { closeSync, openSync, readSync } from 'node:fs';

/** Variables that are secrets, or have one in them: each may be the name of a file instead, with `_FILE` at its end. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'BACKUP_ACCESS_KEY_ID',
  'BACKUP_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SECRET_KEY',
  'TILE_KEY',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
] as const;

const LARGEST_BYTES = 64 * 1024;

/** The text of a file or pipe. Throws what the system throws, and a RangeError for a file that is larger than any secret. */
function readSecret(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(LARGEST_BYTES + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size < bytes.length; size += read)
      read = readSync(file, bytes, size, bytes.length - size, null);
    if (size > LARGEST_BYTES) throw new RangeError('it is larger than 64 KiB');
    return bytes.toString('utf8', 0, size);
  } finally {
    closeSync(file);
  }
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/**
 * The secrets that stand in files, by the variable that they are for, without the line break at their end. `faults` has what is wrong, by the
 * variable that names the file; it never quotes a file.
 */
export function readSecretFiles(variables: Readonly<Record<string, string | undefined>>): {
  secrets: Record<string, string>;
  faults: Map<string, string>;
} {
  const secrets: Record<string, string> = {};
  const faults = new Map<string, string>();
  for (const name of SECRET_VARIABLES) {
    const from = `${name}_FILE`;
    const path = variables[from];
    if (path === undefined) continue;
    if (variables[name] !== undefined) {
      faults.set(from, `must not be set, because ${name} is: keep one of them`);
      continue;
    }
    try {
      secrets[name] = readSecret(path).replace(/\r?\n$/, '');
      if (secrets[name].trim() === '') faults.set(from, `must name a file with a secret in it: ${path} is empty`);
    } catch (error) {
      faults.set(from, `must name a file that this user can read: ${path} (${reasonOf(error)})`);
    }
  }
  return { secrets, faults };
}
