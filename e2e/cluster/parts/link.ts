import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * What a link does to what passes through it. `silent`: nothing arrives and nobody is told, as with a cable that is pulled. `cut`:
 * connections end and are refused. `failing`: each request is answered with 503, which only a link of HTTP can do.
 */
export type LinkState = 'open' | 'silent' | 'cut' | 'failing' | { readonly delayMs: number };

/** A TCP proxy between two parts, which can fail. */
export interface Link {
  readonly name: string;
  readonly port: number;
  set(state: LinkState): void;
  /** Leads new connections to another port; those that are open end. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

const REFUSAL = '<Error><Code>ServiceUnavailable</Code></Error>';
const UNAVAILABLE = `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/xml\r\nContent-Length: ${REFUSAL.length}\r\nConnection: close\r\n\r\n${REFUSAL}`;

/** Listens on `port` of this machine and leads to `target`. */
export async function openLink(name: string, port: number, target: number): Promise<Link> {
  const now: { state: LinkState } = { state: 'open' };
  let leadsTo = target;
  const changes = new EventEmitter().setMaxListeners(0);
  const sockets = new Set<Socket>();

  async function pass(): Promise<void> {
    while (now.state === 'silent') await once(changes, 'state');
    if (typeof now.state === 'object') await delay(now.state.delayMs);
  }

  async function passThen(go: () => void): Promise<void> {
    await pass();
    go();
  }

  const gate = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        void passThen(() => done(null, chunk));
      },
    });

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };

  const server = createServer({ noDelay: true }, (client) => {
    keep(client);
    if (now.state === 'cut') return void client.resetAndDestroy();
    if (now.state === 'failing') return void client.once('data', () => client.end(UNAVAILABLE));
    void passThen(() => {
      if (client.destroyed) return;
      const upstream = connect({ port: leadsTo, host: '127.0.0.1', noDelay: true });
      keep(upstream);
      const end = () => {
        client.destroy();
        upstream.destroy();
      };
      pipeline(client, gate(), upstream, end);
      pipeline(upstream, gate(), client, end);
    });
  });
  const endAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    name,
    port,
    set(next) {
      now.state = next;
      changes.emit('state');
      if (next === 'cut' || next === 'failing') endAll();
    },
    leadTo(next) {
      leadsTo = next;
      endAll();
    },
    close() {
      endAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
