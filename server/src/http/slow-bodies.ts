import type { Socket } from 'node:net';

const receiving = new WeakMap<Socket, number>();

/**
 * Lets a body take longer than the time limit of requests, for as long as its connection does not fall silent: large files
 * come over slow connections. Returns what ends this.
 */
export function allowSlowBody(socket: Socket): () => void {
  receiving.set(socket, (receiving.get(socket) ?? 0) + 1);
  return () => void receiving.set(socket, receiving.get(socket)! - 1);
}

/** Whether the time limit of requests does not hold for this connection now. */
export const isSlowBodyAllowed = (socket: Socket): boolean => (receiving.get(socket) ?? 0) > 0;
