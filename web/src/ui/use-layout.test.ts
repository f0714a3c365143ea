import { expect, it } from 'vitest';
import { layoutFor } from './use-layout.ts';

it.each([
  [390, 'phone'],
  [639, 'phone'],
  [640, 'tablet'],
  [1023, 'tablet'],
  [1024, 'desktop'],
  [2559, 'desktop'],
  [2560, 'wide'],
] as const)('%d px is %s', (width, layout) => expect(layoutFor(width)).toBe(layout));
