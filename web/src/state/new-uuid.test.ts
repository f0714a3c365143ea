import { expect, it } from 'vitest';
import { newUuid } from './new-uuid.ts';

it('makes random UUIDs of version 4', () => {
  const made = new Set(Array.from({ length: 100 }, newUuid));
  expect(made.size).toBe(100);
  for (const uuid of made)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
