import { expect, it } from 'vitest';
import { VIEW_GRANT_CACHE_MS, VISIT_WATCH_MS } from './view-grants.ts';

it('leaves 2 of the 5 s in which a revoked view closes for the requests of a check', () => {
  expect(VIEW_GRANT_CACHE_MS + VISIT_WATCH_MS).toBeLessThanOrEqual(3000);
});
