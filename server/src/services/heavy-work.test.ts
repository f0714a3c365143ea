import { setImmediate as nextTurn } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../context.ts';
import { type Asking, inPersonsTurn, streamInPersonsTurn } from './heavy-work.ts';

let people = 1000;
const aPerson = () => ++people;
const asking = (userId: number, ended = new AbortController().signal): Asking => ({
  caller: { userId } as Caller,
  ended,
});

/** Work that ends when it is told to. */
function aWork(log: string[], name: string) {
  let end = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  const work = async () => {
    log.push(`${name} begins`);
    await over;
    log.push(`${name} ends`);
    return name;
  };
  return { work, end };
}

describe('work in a person’s turn', () => {
  it('runs one after another for a person, and beside the work of others', async () => {
    const log: string[] = [];
    const [kim, lee] = [aPerson(), aPerson()];
    const [first, second, other] = [aWork(log, 'first'), aWork(log, 'second'), aWork(log, 'other')];
    const all = [
      inPersonsTurn(asking(kim), first.work),
      inPersonsTurn(asking(kim), second.work),
      inPersonsTurn(asking(lee), other.work),
    ];
    await nextTurn();
    expect(log).toEqual(['first begins', 'other begins']);
    for (const { end } of [first, second, other]) end();
    expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
    expect(log.indexOf('second begins')).toBeGreaterThan(log.indexOf('first ends'));
  });

  it('is refused with 429 when too much of that person waits, and goes on afterwards', async () => {
    const kim = aPerson();
    const first = aWork([], 'first');
    const all = Array.from({ length: 10 }, () => inPersonsTurn(asking(kim), first.work));
    await expect(all.pop()).rejects.toMatchObject({ status: 429 });
    first.end();
    await Promise.all(all);
    expect(await inPersonsTurn(asking(kim), async () => 'again')).toBe('again');
  });

  it('does not begin for a client that has gone while it waited', async () => {
    const log: string[] = [];
    const kim = aPerson();
    const [first, second] = [aWork(log, 'first'), aWork(log, 'second')];
    const gone = new AbortController();
    const running = inPersonsTurn(asking(kim), first.work);
    const waiting = inPersonsTurn(asking(kim, gone.signal), second.work);
    gone.abort();
    first.end();
    await Promise.all([running, expect(waiting).rejects.toThrow(/abort/i)]);
    expect(log).toEqual(['first begins', 'first ends']);
  });
});

describe('a stream in a person’s turn', () => {
  it('keeps the turn until it has been read', async () => {
    const log: string[] = [];
    const kim = aPerson();
    async function* pieces() {
      yield 'a';
      yield 'b';
    }
    const stream = await streamInPersonsTurn(asking(kim), pieces);
    const next = inPersonsTurn(asking(kim), async () => log.push('next'));
    await nextTurn();
    expect(log).toEqual([]);
    expect(await text(stream)).toBe('ab');
    await next;
    expect(log).toEqual(['next']);
  });

  it('ends its work and gives the turn away when the request ends', async () => {
    const kim = aPerson();
    const gone = new AbortController();
    let isOver = false;
    async function* endless() {
      try {
        for (;;) {
          yield 'x'.repeat(100_000);
          await nextTurn();
        }
      } finally {
        isOver = true;
      }
    }
    const stream = await streamInPersonsTurn(asking(kim, gone.signal), endless);
    stream.resume();
    await nextTurn();
    gone.abort();
    expect(await inPersonsTurn(asking(kim), async () => 'next')).toBe('next');
    await expect.poll(() => isOver).toBe(true);
  });
});
