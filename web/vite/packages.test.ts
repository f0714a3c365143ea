import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HOST_PACKAGES, manifestOf, packageVersion } from './packages/manifests.ts';
import { tarGz } from './packages/tar.ts';

it('packages have the major version of their interface, and a version for each of the product', () => {
  expect(packageVersion('2.7.0')).toBe('1.207.0');
  expect(packageVersion('3.0.12')).toBe('1.300.12');
  expect(() => packageVersion('2.7')).toThrow('“2.7” is no version of three numbers.');
});

it('every entry of a package has its code and its types, and optional peers are peers', () => {
  for (const [name, { entries, peers, optional }] of Object.entries(HOST_PACKAGES)) {
    const { exports } = manifestOf(name, '1.0.0') as { exports: Record<string, unknown> };
    expect(Object.keys(exports)).toEqual([...Object.keys(entries), './package.json']);
    expect(exports['.']).toEqual({ types: './index.d.ts', default: './index.js' });
    for (const peer of optional) expect(peers).toHaveProperty([peer]);
  }
});

it('an archive is read by tar, and the same files give the same bytes', () => {
  const files = new Map([
    ['package/b.js', 'x'.repeat(1000)],
    ['package/a/é.txt', 'ü\n'],
  ]);
  const archive = tarGz(files);
  expect(tarGz(new Map([...files].reverse()))).toEqual(archive);
  const folder = mkdtempSync(join(tmpdir(), 'overlook-tar-'));
  writeFileSync(join(folder, 'made.tgz'), archive);
  execFileSync('tar', ['xzf', 'made.tgz'], { cwd: folder });
  for (const [path, text] of files) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
  rmSync(folder, { recursive: true });
  expect(() => tarGz(new Map([['a'.repeat(100), '']]))).toThrow('is too long for an archive');
});
