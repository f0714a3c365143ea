import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACTIVE_COLOR, CURSOR_COLOR, discStyle } from './mark-styles.ts';
import type { PointMark } from './mark.ts';

const tokens = readFileSync(new URL('../../../embed/src/styles/tokens.css', import.meta.url), 'utf8');
/** The first one is that of the dark theme. */
const token = (name: string): string | undefined => new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1];

it('uses the colours of the design tokens', () => {
  expect(ACTIVE_COLOR).toBe(token('accent'));
  expect(CURSOR_COLOR).toBe(token('accent-text'));
});

it('draws handles 14 px wide, 22 for a finger, 18 under the pointer', () => {
  const handle: PointMark = { id: 'h', kind: 'point', variant: 'handle', color: '#ff6b6b', pointEcef: [0, 0, 0] };
  const diameterPx = (isHovered: boolean, isCoarse: boolean): number =>
    2 * discStyle(handle, { isHovered, isCoarse, isSecondary: false }).radiusPx;
  expect(diameterPx(false, false)).toBe(14);
  expect(diameterPx(true, false)).toBe(18);
  expect(diameterPx(false, true)).toBe(22);
});
