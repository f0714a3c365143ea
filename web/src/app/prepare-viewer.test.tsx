import { expect, it, vi } from 'vitest';
import { beginSession } from '../state/session.ts';
import { prepareViewer } from './prepare-viewer.ts';

it('after a sign-in nothing is loaded ahead any more but what the first tile needs', async () => {
  vi.stubEnv('PROD', true);
  const list = { first: { modules: ['/engine.js'], others: [] }, later: { modules: ['/map.js'], others: [] } };
  vi.stubGlobal('fetch', async () => Response.json(list));
  const asked: string[] = [];
  const tokens = Object.getPrototypeOf(document.createElement('link').relList) as DOMTokenList;
  vi.spyOn(tokens, 'supports').mockReturnValue(true);
  vi.spyOn(document.head, 'append').mockImplementation((...links) => {
    for (const link of links as HTMLLinkElement[]) {
      asked.push(new URL(link.href).pathname);
      queueMicrotask(() => link.dispatchEvent(new Event('load')));
    }
  });
  await prepareViewer();
  expect(asked).toEqual(['/engine.js', '/map.js']);
  asked.length = 0;
  beginSession('a-token');
  await prepareViewer();
  expect(asked).toEqual(['/engine.js']);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
