import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ROOT } from './pnpm.mjs';

let shown = null;
afterEach(() => void shown?.kill());

it('shows an example with the secret, also of the address that the command line prints', async () => {
  const example = join(ROOT, 'docs/embedding/examples/element.html');
  const where = ['--server', 'http://127.0.0.1:1', '--port', '0'];
  const script = [join(ROOT, 'scripts/example.mjs'), example, '--token', 'http://localhost:1/embed/SECRET_1', ...where];
  shown = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = await once(shown.stdout, 'data');
  const page = await (await fetch(String(address).trim())).text();
  expect(page).toContain('<overlook-viewer token="SECRET_1"');
  expect(page).toContain('src="http://127.0.0.1:1/embed/v1/overlook-viewer.js"');
});
