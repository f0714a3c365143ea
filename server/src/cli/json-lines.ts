import type { Socket } from 'node:net';

/** Longest line accepted, in characters. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** Yields each line of a socket as JSON. Throws when a line is not JSON, or too long. Ends with the connection. */
export async function* readLines(socket: Socket): AsyncGenerator<unknown, undefined> {
  socket.setEncoding('utf8');
  let rest = '';
  for await (const chunk of socket) {
    rest += chunk as string;
    if (rest.length > LONGEST_LINE) throw new Error('A line of the operator channel is too long.');
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      yield JSON.parse(line) as unknown;
    }
  }
  return undefined;
}

/** Sends one line, unless the other side has gone. */
export function sendLine(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
