import { expect, it } from 'vitest';
import { conflict } from '../errors/app-error.ts';
import { importAndFollow } from './follow.ts';
import type { OperationContext, OperationName } from './operations.ts';
import type { Operator } from './operator.ts';

const FULL = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

/** A worker that takes a job and never ends it. */
function anOperator(more: Partial<Operator>, onCancel: () => Promise<unknown>): Operator {
  const answers: Partial<Record<OperationName, (context: OperationContext) => Promise<unknown>>> = {
    'site.addImport': () => Promise.resolve({ id: 'one' }),
    'job.watch': ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('no longer watched')))),
    'job.cancel': onCancel,
  };
  return {
    run: (operation, _, context) => answers[operation]!(context),
    isAlone: true,
    workOff: null,
    close: async () => {},
    ...more,
  };
}

const follow = (operator: Operator, signal = new AbortController().signal) =>
  importAndFollow(operator, { input: {}, isDetached: false }, { signal, onProgress: () => {} });

it('ends at once where a cancellation cannot be stored', async () => {
  const interrupted = new AbortController();
  const operator = anOperator({}, () => Promise.reject(FULL));
  const following = follow(operator, interrupted.signal);
  interrupted.abort();
  await expect(following).rejects.toBe(FULL);
});

it('continues to watch a job that ended before it could be cancelled', async () => {
  const interrupted = new AbortController();
  let watched: ((value: unknown) => void) | undefined;
  const operator = anOperator({}, () => {
    watched!({ job: { state: 'completed', result: 'done' } });
    return Promise.reject(conflict('The job has ended already: completed.'));
  });
  const { run } = operator;
  const following = follow(
    {
      ...operator,
      run: (name, input, context) =>
        name === 'job.watch' ? new Promise((resolve) => (watched = resolve)) : run(name, input, context),
    },
    interrupted.signal,
  );
  await Promise.resolve();
  interrupted.abort();
  expect(await following).toBe('done');
});

it('ends, and releases the job, where the database refuses changes', async () => {
  let isStopped = false;
  const work = { trouble: Promise.reject(FULL), stop: async () => void (isStopped = true) };
  const operator = anOperator({ workOff: () => work }, () => Promise.resolve());
  await expect(follow(operator)).rejects.toBe(FULL);
  expect(isStopped).toBe(true);
});
