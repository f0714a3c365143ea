import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSupported, pinnedNode } from './supported-node.mjs';

const PINNED = { name: 'node-of-a-test', version: '24.0.0' };

let folder;
let cache;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supported-node-'));
  cache = join(folder, 'cache');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the archive of a package whose binary is this shell script. Returns what is pinned of it, and what fetches it. */
function archiveOf(script) {
  mkdirSync(join(folder, 'package/bin'), { recursive: true });
  writeFileSync(join(folder, 'package/bin/node'), script);
  chmodSync(join(folder, 'package/bin/node'), 0o755);
  const archive = join(folder, 'made.tgz');
  spawnSync('tar', ['-czf', archive, '-C', folder, 'package']);
  const bytes = readFileSync(archive);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  let fetched = 0;
  const fetchArchive = (_, into) => {
    fetched++;
    const file = join(into, 'fetched.tgz');
    writeFileSync(file, bytes);
    return file;
  };
  return { pinned: { ...PINNED, integrity }, fetchArchive, fetched: () => fetched };
}

it.each([
  ['20.20.2', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['v24.0.1', true],
  ['30.0.0', true],
])('tells whether %s is new enough: %s', (version, expected) => expect(isSupported(version, '22.12')).toBe(expected));

describe.skipIf(process.platform === 'win32')('the pinned binary', () => {
  it('is fetched once, and is all that is kept', () => {
    const { pinned, fetchArchive, fetched } = archiveOf('#!/bin/sh\necho "$1 of a test"\n');
    const program = pinnedNode(pinned, { cache, fetchArchive });
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).toBe('--version of a test\n');
    expect(pinnedNode(pinned, { cache, fetchArchive })).toBe(program);
    expect(fetched()).toBe(1);
    expect(readdirSync(cache)).toEqual(['node-of-a-test-24.0.0']);
    expect(readdirSync(join(cache, 'node-of-a-test-24.0.0'))).toEqual(['node']);
  });

  it('is not kept where its archive has another hash', () => {
    const { pinned, fetchArchive } = archiveOf('#!/bin/sh\n');
    const other = { ...pinned, integrity: 'sha512-else' };
    expect(() => pinnedNode(other, { cache, fetchArchive })).toThrow(/24\.0\.0 is not what .* expects \(sha512-/);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('is not kept where it does not run here', () => {
    const { pinned, fetchArchive } = archiveOf('#!/bin/sh\nexit 1\n');
    expect(() => pinnedNode(pinned, { cache, fetchArchive })).toThrow('does not run on this machine');
    expect(readdirSync(cache)).toEqual([]);
  });

  it('is taken from a process that was faster', () => {
    const { pinned, fetchArchive } = archiveOf('#!/bin/sh\n');
    const slow = (...asked) => {
      pinnedNode(pinned, { cache, fetchArchive });
      return fetchArchive(...asked);
    };
    expect(pinnedNode(pinned, { cache, fetchArchive: slow })).toBe(join(cache, 'node-of-a-test-24.0.0/node'));
    expect(readdirSync(cache)).toEqual(['node-of-a-test-24.0.0']);
  });
});

describe('the command', () => {
  const COMMAND = fileURLToPath(new URL('supported-node.mjs', import.meta.url));

  it('passes on arguments, the environment and the exit status', () => {
    const script = join(folder, 'ends.mjs');
    writeFileSync(script, 'console.log(process.argv[2], process.env.NODE === process.execPath); process.exit(7);');
    const ended = spawnSync(process.execPath, [COMMAND, script, 'first'], { encoding: 'utf8' });
    expect(ended).toMatchObject({ status: 7, stdout: 'first true\n' });
  });

  it('passes on SIGTERM, and ends as the program ends', async () => {
    const script = join(folder, 'waits.mjs');
    writeFileSync(
      script,
      "process.on('SIGTERM', () => process.exit(3)); setInterval(() => 0, 1e6); console.log('ready');",
    );
    const child = spawn(process.execPath, [COMMAND, script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});
