import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const COMPILER = join(HERE, '../../../../node_modules/typescript/bin/tsc');

it('keeps the declarations of version 1: the stored report may only grow', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'overlook-api-'));
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--removeComments', '--strict'];
  const target = ['--target', 'es2022', '--module', 'esnext', '--lib', 'es2022,dom', '--types', ''];
  await run(process.execPath, [COMPILER, ...options, ...target, '--outDir', outDir, join(HERE, 'viewer-api.ts')]);
  const declared = await readFile(join(outDir, 'viewer-api.d.ts'), 'utf8');
  await rm(outDir, { recursive: true });
  await expect(declared).toMatchFileSnapshot(join(HERE, 'viewer-api.report.txt'));
});
