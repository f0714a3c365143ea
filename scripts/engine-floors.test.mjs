import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FLOORS, backArrows, engineArrows } from './engine-floors.mjs';
import { ROOT } from './pnpm.mjs';

it('gives every folder of the engine a floor', () => {
  const folders = readdirSync(join(ROOT, 'web/src/engine'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect([...FLOORS].sort()).toEqual(folders.sort());
});

it('finds imports from a floor below only', () => {
  const arrows = engineArrows();
  expect(arrows.length).toBeGreaterThan(100);
  expect(backArrows(arrows)).toEqual([]);
});

it('counts an import of a higher floor and of an unknown folder', () => {
  const arrow = (from, to) => ({ file: 'x.ts', from, to });
  expect(backArrows([arrow('tiles', 'stage'), arrow('tiles', 'elsewhere'), arrow('stage', 'tiles')])).toHaveLength(2);
});
