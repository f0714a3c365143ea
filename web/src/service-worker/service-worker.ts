/**
 * The service worker: keeps what never changes under its address, so that a later visit shows the plant without asking the
 * server for a tile. Models are kept for the session that has read them, the product's own code for all people. It does
 * not handle pages of public links and of other origins, and never answers a page itself, so that a page is never older
 * than the server's.
 */
import { KEPT_CODE_BYTES_MOST } from '@overlook/shared/config';
import { ByteStore } from './byte-store.ts';
import type { PageMessage, WorkerAnswer } from './messages.ts';
import { SessionModels } from './session-models.ts';
import { sortRequest } from './sort-request.ts';

/** The parts of the Service Worker API in use, which TypeScript's library for pages does not have. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends ExtendableEvent {
  /** Not in all browsers: sources that need no start of the worker. */
  addRoutes?(rules: { condition: object; source: 'network' }[]): Promise<void>;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface MessageFromPage extends ExtendableEvent {
  readonly data: PageMessage;
  readonly ports: readonly MessagePort[];
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
}

// TypeScript knows the globals of pages here.
const scope = globalThis as unknown as WorkerScope;
const models = new SessionModels({ caches, fetch: (input, init) => fetch(input, init) });
const code = new ByteStore(caches, 'overlook-code', KEPT_CODE_BYTES_MOST);

scope.addEventListener('install', (event) => {
  // Its stores have no version, so a new worker can serve the pages of the former one.
  event.waitUntil(scope.skipWaiting());
  const toNetwork = [{ requestMode: 'navigate' }, { urlPattern: { pathname: '/trpc/*' } }];
  const rules = toNetwork.map((condition) => ({ condition, source: 'network' as const }));
  event.addRoutes?.(rules).catch(() => undefined);
});

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const sorted = sortRequest(request, scope.location.origin);
  const after = (work: Promise<unknown>) => event.waitUntil(work);
  if (sorted?.kind === 'code') event.respondWith(codeOf(request, after));
  else if (sorted) event.respondWith(models.answer(request, sorted.authorization, after));
});

scope.addEventListener('message', (event) => {
  const reply = async () => {
    const { data } = event;
    if (data.type === 'begin') await models.begin(data.authorization);
    if (data.type === 'forget') await models.forget();
    if (data.type === 'keep') await models.setKeeping(data.isOn);
    const answer: WorkerAnswer = { bytes: await models.bytes() };
    event.ports[0]?.postMessage(answer);
  };
  event.waitUntil(reply());
});

/** Code of a build that has been replaced is kept for pages of that build, until there is no more room for it. */
async function codeOf(request: Request, after: (work: Promise<unknown>) => void): Promise<Response> {
  const { pathname } = new URL(request.url);
  const kept = await code.match(pathname);
  if (kept) {
    after(code.touch(pathname));
    return kept;
  }
  const answer = await fetch(request);
  if (answer.status === 200 && answer.type === 'basic') after(code.put(pathname, answer.clone()));
  return answer;
}
