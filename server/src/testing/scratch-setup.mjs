/** Tests make their folders in one folder, which is removed with the last of them. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function setup() {
  const folder = mkdtempSync(path.join(tmpdir(), 'overlook-tests-'));
  // A PostgreSQL server of the tests runs as another user, whose folder is in it.
  chmodSync(folder, 0o711);
  // Test processes and those that they start inherit it: `os.tmpdir()` is this folder there.
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
