import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DemoSourceName } from './records.ts';

/** The demo's external sources: a real HTTP service on the loopback, started at the first request to one of them. */
export interface DemoSources {
  /** Their base address, without `/maintenance/<tag>` and `/instruments/<tag>`. */
  url(): Promise<string>;
  /** Safe to call twice, and before the start. */
  close(): Promise<void>;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answer(address: string, response: ServerResponse): Promise<void> {
  const [, source, tag] = /^\/(maintenance|instruments)\/([^/?]+)$/.exec(address) ?? [];
  // The plant's description is loaded with the first request only.
  const { recordOf } = await import('./records.ts');
  const metadata = source && tag ? recordOf(source as DemoSourceName, decodeURIComponent(tag)) : null;
  send(response, metadata ? 200 : 404, metadata ? { metadata } : { error: 'There is no such tag.' });
}

export function createDemoSources(): DemoSources {
  let starting: Promise<Server> | null = null;
  const start = () =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer((request, response) => {
        answer(request.url ?? '', response).catch(() => send(response, 400, { error: 'This is no address.' }));
      });
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(server));
      // It keeps no process alive.
      server.unref();
    });
  return {
    async url() {
      const server = await (starting ??= start());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async close() {
      const server = await starting;
      starting = null;
      server?.closeAllConnections();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    },
  };
}
