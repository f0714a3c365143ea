import type { Socket } from 'node:net';

const receiving = new WeakMap<Socket, number>();

/**
 * Lets a body take longer than the time limit of requests, as long as its connection has traffic, because large files
 * may be sent over slow connections. Returns a function that ends this.
 */
export function allowSlowBody(socket: Socket): () => void {
  receiving.set(socket, (receiving.get(socket) ?? 0) + 1);
  return () => void receiving.set(socket, receiving.get(socket)! - 1);
}

/** Whether the time limit of requests is suspended for this connection now. */
export const isSlowBodyAllowed = (socket: Socket): boolean => (receiving.get(socket) ?? 0) > 0;
