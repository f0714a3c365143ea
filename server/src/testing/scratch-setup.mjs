/** Tests make their folders in one folder, which is removed with the last of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function setup() {
  const folder = mkdtempSync(path.join(tmpdir(), 'overlook-tests-'));
  // Test processes and those that they start inherit it: `os.tmpdir()` is this folder there.
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
