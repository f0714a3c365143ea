import fc from 'fast-check';
import { expect, it } from 'vitest';
import { History, historyKey } from './history.ts';

const command = fc.oneof(fc.constant('undo' as const), fc.constant('redo' as const), fc.integer());

it('behaves like a list with a cursor after any commands', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const history = new History<number>(-1);
      let [past, future]: [number[], number[]] = [[-1], []];
      for (const it of commands) {
        if (it === 'undo') {
          expect(history.undo()).toBe(past.length > 1);
          if (past.length > 1) future.push(past.pop()!);
        } else if (it === 'redo') {
          expect(history.redo()).toBe(future.length > 0);
          if (future.length > 0) past.push(future.pop()!);
        } else {
          history.push(it);
          [past, future] = [[...past, it], []];
        }
        expect(history.present).toBe(past.at(-1));
        expect([history.canUndo, history.canRedo]).toEqual([past.length > 1, future.length > 0]);
      }
    }),
  );
});

it('forgets its oldest states, not its newest', () => {
  const history = new History(0);
  for (let i = 1; i <= 1000; i++) history.push(i);
  expect(history.present).toBe(1000);
  let steps = 0;
  while (history.undo()) steps += 1;
  expect(steps).toBe(199);
  expect(history.present).toBe(801);
});

it.each([
  ['KeyZ', 'ctrlKey', false, 'undo'],
  ['KeyZ', 'metaKey', false, 'undo'],
  ['KeyZ', 'ctrlKey', true, 'redo'],
  ['KeyZ', 'metaKey', true, 'redo'],
  ['KeyY', 'ctrlKey', false, 'redo'],
  ['KeyY', 'metaKey', false, 'redo'],
  ['KeyX', 'ctrlKey', false, null],
  ['KeyZ', null, false, null],
] as const)('%s with %s, Shift %s: %s', (code, modifier, shiftKey, wanted) => {
  const press = { key: '', code, shiftKey, ctrlKey: modifier === 'ctrlKey', metaKey: modifier === 'metaKey' };
  expect(historyKey(press)).toBe(wanted);
});

it.each([
  ['z', 'KeyY', 'undo'],
  ['y', 'KeyZ', 'redo'],
  ['Z', 'KeyW', 'undo'],
  ['w', 'KeyZ', null],
  ['я', 'KeyZ', 'undo'],
] as const)('Ctrl with the key that has %s on it, at %s: %s', (key, code, wanted) => {
  expect(historyKey({ key, code, ctrlKey: true, metaKey: false, shiftKey: false })).toBe(wanted);
});
