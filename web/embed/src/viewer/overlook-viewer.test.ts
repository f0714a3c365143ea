import { expect, it } from 'vitest';

it('is imported without a page, as by a server that prepares one', async () => {
  expect('HTMLElement' in globalThis).toBe(false);
  await expect(import('./overlook-viewer.ts')).resolves.toHaveProperty('OverlookViewerElement');
});
