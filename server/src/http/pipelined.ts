import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Most unanswered requests of one connection; browsers and proxies send one at a time. */
const PIPELINED_MOST = 16;

/**
 * Ends connections on which a client sends request after request without waiting: each would be processed immediately,
 * and its answer kept until the earlier ones have been sent.
 */
export function limitPipelined(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const now = (waiting.get(socket) ?? 0) + change;
    waiting.set(socket, now);
    return now;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (count(socket, 1) <= PIPELINED_MOST) return done();
    socket.destroy();
    reply.hijack();
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    count(request.raw.socket, -1);
    done();
  });
}
