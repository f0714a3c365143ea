import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
// By its whole path: `./worker-entry.ts` is replaced in tests, which get the bundled workers.
import { workerEntry } from '../process/worker-entry.ts';

const SOURCE = new URL('../publish/check/check-process.ts', import.meta.url).href;

describe('the entry of a worker', () => {
  it('runs from sources', async () => {
    const { file, execArgv } = workerEntry('check-worker', SOURCE);
    expect(file).toMatch(/check-worker\.ts$/);
    const child = fork(file, { execArgv: [...execArgv], serialization: 'advanced', stdio: 'ignore' });
    child.send({ request: { layers: [], at: null, replacePosition: false }, memoryBytes: 2 ** 30 });
    const [message] = await once(child, 'message');
    expect(message).toEqual({ kind: 'done', answer: [] });
  });

  it('is beside the bundle in a build, without a loader', () => {
    expect(workerEntry('check-worker', 'file:///app/dist/chunk-1.js')).toEqual({
      file: '/app/dist/check-worker.js',
      execArgv: [],
    });
  });
});
