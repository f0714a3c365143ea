import { describe, expect, it } from 'vitest';
import { batchLookUps } from './batch-look-ups.ts';

/** A look-up of the length of a text, and the keys of each call. */
function lengths() {
  const calls: (readonly string[])[] = [];
  const lookUp = batchLookUps(async (keys) => {
    calls.push(keys);
    if (keys.includes('broken')) throw new Error('The database is gone.');
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.length]));
  });
  return { calls, lookUp };
}

describe('look-ups', () => {
  it('of one turn are one call, each with its own answer', async () => {
    const { calls, lookUp } = lengths();
    expect(await Promise.all(['a', 'bb', 'unknown', 'a'].map(lookUp))).toEqual([1, 2, undefined, 1]);
    expect(calls).toEqual([['a', 'bb', 'unknown']]);
  });

  it('after the begin of a call are in the next one, also for the same key', async () => {
    const { calls, lookUp } = lengths();
    await lookUp('a');
    await lookUp('a');
    expect(calls).toEqual([['a'], ['a']]);
  });

  it('that arrive while a call waits for its answer are not answered by it', async () => {
    let isStored = true;
    let answer = (): void => undefined;
    const lookUp = batchLookUps(async () => {
      const found = new Map(isStored ? [['a', 1]] : []);
      if (isStored) await new Promise<void>((resolve) => (answer = resolve));
      return found;
    });
    const first = lookUp('a');
    await new Promise((resolve) => setImmediate(resolve));
    isStored = false;
    const second = lookUp('a');
    expect(await second).toBeUndefined();
    answer();
    expect(await first).toBe(1);
  });

  it('that arrive while two calls run are one call after them', async () => {
    const calls: (readonly string[])[] = [];
    const answers: (() => void)[] = [];
    const lookUp = batchLookUps(async (keys) => {
      calls.push(keys);
      await new Promise<void>((resolve) => answers.push(resolve));
      return new Map(keys.map((key) => [key, key.length]));
    });
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    const found: Promise<number | undefined>[] = [];
    for (const key of ['a', 'b', 'cc', 'ddd']) {
      found.push(lookUp(key));
      await nextTurn();
    }
    expect(calls).toEqual([['a'], ['b']]);
    answers.shift()!();
    await nextTurn();
    expect(calls).toEqual([['a'], ['b'], ['cc', 'ddd']]);
    for (const answer of answers) answer();
    expect(await Promise.all(found)).toEqual([1, 1, 2, 3]);
  });

  it('fail with the call that they belong to, and not with others', async () => {
    const { lookUp } = lengths();
    const failed = await Promise.allSettled([lookUp('a'), lookUp('broken')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await lookUp('a')).toBe(1);
  });

  it('are divided where they are very many', async () => {
    const { calls, lookUp } = lengths();
    const keys = Array.from({ length: 1200 }, (_, i) => `key ${i}`);
    expect(await Promise.all(keys.map(lookUp))).toEqual(keys.map(({ length }) => length));
    expect(calls.map(({ length }) => length)).toEqual([500, 500, 200]);
  });
});
