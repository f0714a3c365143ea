import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { missingPrograms } from './topology.ts';

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));
/** A few of each kind that is quick; `npm run test:long` has the full numbers. */
const FAULTS = {
  kills: 1,
  terminations: 1,
  partitions: 1,
  clocks: 1,
  promotions: 1,
};

const missing = missingPrograms();
const needs = missing.length > 0 ? ` (needs ${missing.join(', ')})` : '';

describe.skipIf(missing.length > 0)(`three servers and two workers under faults${needs}`, () => {
  it('lose nothing that was acknowledged, do nothing twice and keep to permissions', async () => {
    const args = Object.entries(FAULTS).flatMap(([kind, times]) => [`--${kind}`, String(times)]);
    const rig = spawn(process.execPath, [RUN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    rig.stdout.setEncoding('utf8').on('data', (chunk: string) => void (said += chunk));
    const [code] = await once(rig, 'exit');
    expect(code, said).toBe(0);
  }, 600_000);
});
