import { expect, it } from 'vitest';
import { foldsAt } from './bar-folds.ts';

it.each([
  [856, []],
  [855, ['view']],
  [699, ['view', 'switches']],
  [619, ['view', 'switches', 'screens']],
])('at %d px these controls are in the menu: %j', (widthPx, folded) => {
  const names = Object.entries(foldsAt(widthPx)).flatMap(([name, isFolded]) => (isFolded ? [name] : []));
  expect(names).toEqual(folded);
});
