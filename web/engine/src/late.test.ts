import { expect, it, vi } from 'vitest';
import { Late } from './late.ts';

const settled = () => vi.dynamicImportSettled();

/** A part that is loaded when the returned functions say so. */
function heldPart() {
  let end: { arrive: (make: () => string[]) => void; fail: (error: Error) => void } | undefined;
  const load = vi.fn(() => new Promise<() => string[]>((arrive, fail) => (end = { arrive, fail })));
  const make = vi.fn((): string[] => []);
  const onSettled = vi.fn();
  const onFailure = vi.fn();
  const late = new Late({ load, onSettled, onFailure });
  const arrive = () => end!.arrive(make);
  const fail = () => end!.fail(new Error('Offline.'));
  return { late, load, make, onSettled, onFailure, arrive, fail };
}

const add = (text: string) => (part: string[]) => void part.push(text);

it('loads nothing before it is needed', () => {
  const { late, load } = heldPart();
  late.tell('show', add('a'));
  expect([late.value, late.isLoading, load.mock.calls.length]).toEqual([null, false, 0]);
});

it('is loaded once, and reports when it is there', async () => {
  const { late, load, onSettled, arrive } = heldPart();
  late.want();
  late.want();
  const got = late.get();
  expect([late.value, late.isLoading]).toEqual([null, true]);
  arrive();
  expect(await got).toBe(late.value);
  expect(await late.get()).toBe(late.value);
  late.want();
  expect(late.isLoading).toBe(false);
  expect([load.mock.calls.length, onSettled.mock.calls.length]).toEqual([1, 1]);
});

it('receives the last call of each name in their order, and later calls at once', async () => {
  const { late, arrive } = heldPart();
  late.tell('show', add('shown'));
  late.tell('resize', add('small'));
  late.want();
  late.tell('show', add('shown again'));
  arrive();
  await settled();
  late.tell('show', add('shown late'));
  expect(late.value).toEqual(['small', 'shown again', 'shown late']);
});

it('reports a failure, and the next call loads it again', async () => {
  const { late, load, onSettled, onFailure, arrive, fail } = heldPart();
  late.tell('show', add('shown'));
  late.want();
  fail();
  await settled();
  expect([late.value, late.isLoading, late.hasFailed, late.loading]).toEqual([null, false, true, null]);
  expect(onFailure.mock.calls).toEqual([[new Error('Offline.')]]);
  late.want();
  expect([late.isLoading, late.hasFailed]).toEqual([true, false]);
  arrive();
  await settled();
  expect(late.value).toEqual(['shown']);
  expect([load.mock.calls.length, onSettled.mock.calls.length]).toEqual([2, 2]);
});

it('hands a failure to whoever awaits it', async () => {
  const { late, onFailure, fail } = heldPart();
  const got = late.get();
  late.want();
  fail();
  await expect(got).rejects.toThrow('Offline.');
  expect(onFailure).not.toHaveBeenCalled();
});

it('is not created after the end, even if its code is loaded later', async () => {
  const { late, make, onSettled, onFailure, arrive } = heldPart();
  late.want();
  const got = late.get();
  expect(late.dispose()).toBeNull();
  arrive();
  await expect(got).rejects.toThrow('The view has ended.');
  await expect(late.get()).rejects.toThrow('The view has ended.');
  late.want();
  await settled();
  expect([late.value, late.isLoading]).toEqual([null, false]);
  for (const never of [make, onSettled, onFailure]) expect(never).not.toHaveBeenCalled();
});

it('hands itself over at the end', async () => {
  const { late, arrive } = heldPart();
  late.want();
  arrive();
  await settled();
  const part = late.value;
  expect(late.dispose()).toBe(part);
  expect(late.value).toBeNull();
});
