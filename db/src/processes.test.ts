import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundledChild } from './testing/bundled-child.ts';
import { openDatabase } from './index.ts';
import { copyEmptyDatabase, createScratchDatabase } from './testing/index.ts';

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'overlook-processes-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const lockFiles = async () => (await readdir(dataDir)).filter((name) => name.startsWith('database.lock'));

/** Starts a process that opens the database; resolves with its first line. */
function openInChild(databaseUrl?: string) {
  const child = spawn(
    process.execPath,
    [bundledChild('open-in-child'), dataDir, ...(databaseUrl ? [databaseUrl] : [])],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const firstLine = new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, firstLine, ended };
}

describe('two processes on one data folder', () => {
  it('refuses the second with a line that names the folder and the first', async () => {
    await copyEmptyDatabase(dataDir);
    const first = openInChild();
    expect(await first.firstLine).toBe('open');
    const second = openInChild();
    const line = await second.firstLine;
    expect(line).toContain(`data folder ${join(dataDir, 'database')} is in use by another server`);
    expect(line).toContain(`process ${first.child.pid}`);
    expect(await second.ended).toBe(1);

    first.child.stdin!.end();
    expect(await first.ended).toBe(0);
    expect(await lockFiles()).toEqual([]);
  });

  it('takes the folder over from a process that was killed', async () => {
    const first = openInChild();
    await first.firstLine;
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await lockFiles()).toEqual([expect.stringContaining(`.${first.child.pid}@`)]);
    const second = await openDatabase({ dataDir });
    expect(await lockFiles()).toEqual([expect.stringContaining(`.${process.pid}@`)]);
    await second.close();
  });
});

describe('a container that is created again under another host name', () => {
  beforeEach(() => copyEmptyDatabase(dataDir));
  const moveToOtherHost = async () => {
    const [name] = await lockFiles();
    await rename(join(dataDir, name!), join(dataDir, 'database.lock.1@old-container.0123abcd.sock'));
  };

  it('starts after the old one was killed', async () => {
    const first = openInChild();
    await first.firstLine;
    first.child.kill('SIGKILL');
    await first.ended;
    await moveToOtherHost();
    const second = openInChild();
    expect(await second.firstLine).toBe('open');
  });

  it('is refused while the old one runs, also while it is stopped', async () => {
    const first = openInChild();
    await first.firstLine;
    await moveToOtherHost();
    const refused = /is in use by another server \(process 1 on the host "old-container"\)/;
    expect(await openInChild().firstLine).toMatch(refused);
    first.child.kill('SIGSTOP');
    expect(await openInChild().firstLine).toMatch(refused);
    first.child.kill('SIGCONT');
  });
});

describe('a damaged database folder', () => {
  it('is one clear line', async () => {
    await copyEmptyDatabase(dataDir);
    await writeFile(join(dataDir, 'database', 'global', 'pg_control'), 'nonsense');
    const child = openInChild();
    const line = await child.firstLine;
    expect(line).toMatch(/^DatabaseUnavailableError: The database in .* cannot be opened: it is damaged/);
    expect(line.split('\n')).toHaveLength(1);
    expect(await child.ended).toBe(1);
    expect(await lockFiles()).toEqual([]);
  });

  it('also when the folder holds something else', async () => {
    await writeFile(join(dataDir, 'database'), 'a file');
    const child = openInChild();
    expect(await child.firstLine).toMatch(/^DatabaseUnavailableError: /);
  });
});

const scratch = await createScratchDatabase();
describe.runIf(scratch)('three processes that start on an empty PostgreSQL database', () => {
  it('all come up', async () => {
    const started = [1, 2, 3].map(() => openInChild(scratch!.url));
    expect(await Promise.all(started.map((one) => one.firstLine))).toEqual(['open', 'open', 'open']);
    for (const { child } of started) child.stdin!.end();
    await Promise.all(started.map((one) => one.ended));
    await scratch!.drop();
  });
});
