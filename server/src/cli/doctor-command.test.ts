import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checks } from '@overlook/shared/schemas';
import { runHere } from './testing/run-here.ts';

let DATA_DIR: string;
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'overlook-doctor-'));
});
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }));

async function doctor(variables: Record<string, string>) {
  const { code, stdout } = await runHere(['doctor', '--json'], { DATA_DIR, ...variables });
  return { code, codes: (JSON.parse(stdout) as Checks).findings.map((finding) => finding.code), stdout };
}

describe('overlook doctor', () => {
  it('names each wrong variable', async () => {
    const { code, codes, stdout } = await doctor({ PORT: 'x', SECRET_KEY_FILE: join(DATA_DIR, 'none') });
    expect([code, codes]).toEqual([1, ['environment.wrong', 'environment.wrong']]);
    expect(stdout).toContain('SECRET_KEY_FILE must name a file');
  });

  it('finds a database that does not answer, with what needs none, and shows no password', async () => {
    const DATABASE_URL = 'postgres://overlook:hidden@127.0.0.1:1/overlook';
    const PUBLIC_URL = 'http://overlook.example.com';
    const { code, codes, stdout } = await doctor({ DATABASE_URL, PUBLIC_URL });
    expect(code).toBe(1);
    expect(codes).toEqual(expect.arrayContaining(['database.silent', 'address.plain', 'mail.outbox']));
    expect(stdout).not.toContain('hidden');
  });

  it('says for people what to do, and that no server runs', async () => {
    const { code, stdout } = await runHere(['doctor'], { DATA_DIR, PORT: '1', CONVERT_MEMORY_MB: '256' });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^warn {2}PUBLIC_URL \(http:\/\/localhost:1\) does not answer .*ECONNREFUSED.*\n {6}Check name/m,
    );
  });

  it('finds a folder of files that is a file', async () => {
    const folder = join(DATA_DIR, 'other');
    await runHere(['db', 'migrate'], { DATA_DIR: folder });
    await rm(join(folder, 'files'), { recursive: true, force: true });
    await writeFile(join(folder, 'files'), '');
    expect((await doctor({ DATA_DIR: folder })).codes).toContain('storage.readOnly');
  });

  it('takes no arguments', async () => {
    expect((await runHere(['doctor', 'all'], { DATA_DIR })).code).toBe(2);
  });
});
