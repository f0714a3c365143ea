import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../services/secret-box.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpStepOf, totpUri } from './codes.ts';

/** RFC 6238 appendix B, SHA-1: "12345678901234567890"; its eight digits end in the six that are used here. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;
const RFC_VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('one-time codes', () => {
  it.each(RFC_VECTORS)('at %d s are those of RFC 6238', (seconds, code) => {
    expect(totpStepOf(RFC_SECRET, code.slice(-6), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it('are accepted with a clock that is wrong by 40 s, and not with one that is wrong by 90 s', () => {
    const code = '287082';
    for (const offS of [-40, 40]) expect(totpStepOf(RFC_SECRET, code, new Date((45 + offS) * 1000))).toBe(1);
    expect(totpStepOf(RFC_SECRET, code, new Date((59 + 90) * 1000))).toBeNull();
  });

  it.each(['', '28708', '2870822', 'abcdef', '94287082', '287082\n1'])('are not %j', (code) => {
    expect(totpStepOf(RFC_SECRET, code, new Date(59_000))).toBeNull();
  });

  it('are set up by an address that names product and owner', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri(secret, { productName: 'Over look', email: 'a+b@overlook.example' }));
    expect(decodeURIComponent(uri.pathname)).toContain('Over look:a+b@overlook.example');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, digits: '6', period: '30' });
    expect(new TOTP({ secret }).generate()).toMatch(/^\d{6}$/);
  });
});

describe('recovery codes', () => {
  it('are ten, all different, and accepted in any spelling', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    expect(hashRecoveryCode('K7QM 2XW4 OOHZ PltD')).toBe(hashRecoveryCode('k7qm-2xw4-00hz-p1td'));
  });
});

describe('the secret box', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  it('opens what it sealed, for the same place and with the same key only', async () => {
    const box = createSecretBox({ secretKey: 'a1'.repeat(32), dataDir: '' });
    const sealed = await box.seal('secret', 'totp:1');
    expect(sealed).not.toContain('secret');
    expect(await box.seal('secret', 'totp:1')).not.toBe(sealed);
    expect(await box.open(sealed, 'totp:1')).toBe('secret');
    await expect(box.open(sealed, 'totp:2')).rejects.toThrow();
    await expect(box.open(`${sealed.slice(0, -2)}AA`, 'totp:1')).rejects.toThrow();
    await expect(box.open('junk', 'totp:1')).rejects.toThrow();
    const other = createSecretBox({ secretKey: 'b2'.repeat(32), dataDir: '' });
    await expect(other.open(sealed, 'totp:1')).rejects.toThrow();
  });

  it('makes one key for all processes on a data folder, for the owner of the files only', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'overlook-secrets-'));
    folders.push(dataDir);
    const boxes = Array.from({ length: 5 }, () => createSecretBox({ secretKey: null, dataDir }));
    const sealed = await Promise.all(boxes.map((box, i) => box.seal(`secret ${i}`, 'x')));
    for (const [i, text] of sealed.entries()) expect(await boxes[0]!.open(text, 'x')).toBe(`secret ${i}`);
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });
});
