import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { SECRET_VARIABLES } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'overlook-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const VALUES: Record<(typeof SECRET_VARIABLES)[number], string> = {
  DATABASE_URL: 'postgres://a:b@pool:6432/d',
  DATABASE_DIRECT_URL: 'postgres://a:b@direct:5432/d',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'se cret',
  BACKUP_ACCESS_KEY_ID: 'backup-id',
  BACKUP_SECRET_ACCESS_KEY: 'backup-key',
  SMTP_URL: 'smtp://a:b@c:587',
  SECRET_KEY: 'a1'.repeat(32),
  TILE_KEY: Buffer.alloc(32, 7).toString('base64'),
  OIDC_CLIENT_SECRET: 'client secret',
  METRICS_TOKEN: '0123456789abcdef',
};
const OTHERS = { STORAGE_URL: 's3://files', OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'overlook' };

describe('secrets in files', () => {
  it.each(['', '\n', '\r\n'])('are those of the variables, without a line break at the end (%j)', (end) => {
    const files = SECRET_VARIABLES.map((name) => [`${name}_FILE`, file(name, VALUES[name] + end)]);
    expect(readEnv({ ...OTHERS, ...Object.fromEntries(files) })).toEqual(readEnv({ ...OTHERS, ...VALUES }));
  });

  it('keep all but the last line break', () => {
    const read = readEnv({ METRICS_TOKEN_FILE: file('lines', ' 0123456789abcdef \n\n') });
    expect(read.metricsToken).toBe(' 0123456789abcdef \n');
  });

  it('are refused beside the variable itself', () => {
    expect(() => readEnv({ SECRET_KEY: VALUES.SECRET_KEY, SECRET_KEY_FILE: '/nowhere' })).toThrow(
      /^SECRET_KEY_FILE must not be set, because SECRET_KEY is: keep one of them$/,
    );
    expect(readEnv({ SECRET_KEY: VALUES.SECRET_KEY, SECRET_KEY_FILE: '' }).secretKey).toBe(VALUES.SECRET_KEY);
  });

  it('name a file that cannot be read, is empty or too large', () => {
    const read = (path: string) => () => readEnv({ SMTP_URL_FILE: path });
    expect(read(join(folder, 'none'))).toThrow(/^SMTP_URL_FILE must name a file .*\/none \(ENOENT\)$/);
    expect(read(folder)).toThrow(/^SMTP_URL_FILE must name a file .*\(EISDIR\)$/);
    expect(read(file('empty', ' \n'))).toThrow(
      /^SMTP_URL_FILE must name a file with a secret in it: .*\/empty is empty$/,
    );
    expect(read('/dev/zero')).toThrow(/^SMTP_URL_FILE must name a file .*larger than 64 KiB\)$/);
  });

  it('name the variable whose value is wrong, and do not quote it', () => {
    const SECRET_KEY_FILE = file('short', 'abc123');
    expect(() => readEnv({ SECRET_KEY_FILE, PORT: 'x', SMTP_URL_FILE: '/nowhere' })).toThrow(
      /^PORT must be a port number from 0 to 65535\nSECRET_KEY must be 64 hexadecimal digits\nSMTP_URL_FILE must name [^\n]*$/,
    );
  });

  it('count as set where other variables need them', () => {
    const OIDC_CLIENT_SECRET_FILE = file('none', '');
    expect(() => readEnv({ ...OTHERS, STORAGE_URL: '', OIDC_CLIENT_SECRET_FILE })).toThrow(
      /^OIDC_CLIENT_SECRET_FILE must name a file with a secret in it/,
    );
  });

  it('need DATABASE_URL_FILE no less than DATABASE_URL for a demo of its own', () => {
    expect(readEnv({ DATABASE_URL_FILE: file('url', VALUES.DATABASE_URL) }).demo).toBe(false);
  });
});
