import { expect, it } from 'vitest';
import { type EscapeFocus, type EscapeStep, type EscapeWays, leaveInnermost } from './escape-ladder.ts';

/** A main view with some things open; leaving one removes it. */
function waysOf(...open: EscapeStep[]): EscapeWays {
  const isOpen = new Set(open);
  const way = (step: EscapeStep) => () => isOpen.delete(step);
  return {
    laying: way('laying'),
    drawing: way('drawing'),
    profile: way('profile'),
    panel: way('panel'),
    tree: way('tree'),
    slice: way('slice'),
    plan: way('plan'),
  };
}

function presses(focus: EscapeFocus, ...open: EscapeStep[]): (EscapeStep | null)[] {
  const ways = waysOf(...open);
  return Array.from({ length: open.length + 1 }, () => leaveInnermost(focus, ways));
}

it('leaves one thing for each press, the innermost first, and ends', () => {
  expect(presses('elsewhere', 'plan', 'slice', 'tree', 'panel', 'profile', 'drawing', 'laying')).toEqual([
    'laying',
    'drawing',
    'profile',
    'panel',
    'tree',
    'slice',
    'plan',
    null,
  ]);
});

it('leaves the panel of tools from the stage when nothing is drawn', () => {
  expect(presses('elsewhere', 'panel')).toEqual(['panel', null]);
});

it('leaves the object tree first when the focus is in it', () => {
  expect(presses('tree', 'drawing', 'panel', 'tree')).toEqual(['tree', 'drawing', 'panel', null]);
});
