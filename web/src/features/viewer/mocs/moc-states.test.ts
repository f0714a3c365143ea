import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mocStateLook } from './moc-states.ts';

const tokens = readFileSync(new URL('../../../../embed/src/styles/tokens.css', import.meta.url), 'utf8');

it.each(['proposed', 'approved', 'completed', 'other'])('draws %s in the colour of the design tokens', (state) => {
  expect(mocStateLook(state).color).toBe(new RegExp(`--moc-${state}-solid: ([^;]+);`).exec(tokens)?.[1]);
});
