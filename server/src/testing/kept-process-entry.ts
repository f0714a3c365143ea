/** The process of `kept-process.ts`: runs the worker of each request as if it were alone, and lives on when that ends. */
import type { KeptEnd, KeptRequest } from './kept-process.ts';

const end = process.exit.bind(process);
let requests = 0;

process.setMaxListeners(0);
process.on('message', (request) => isRequest(request) && void run(request));

/** What the worker's own listener gets is no request of ours. */
const isRequest = (message: unknown): message is KeptRequest =>
  typeof message === 'object' && message !== null && 'worker' in message;

async function run({ worker, message }: KeptRequest): Promise<void> {
  process.exit = ((code?: number) =>
    code === 0 ? process.send!('ended' satisfies KeptEnd) : end(code)) as typeof process.exit;
  requests += 1;
  // The small module of the worker is evaluated anew for each request, which makes it listen; what it imports is not.
  await import(`${new URL(`./${worker}.js`, import.meta.url).href}?${requests}`);
  process.emit('message', message, undefined);
}
