import { type Socket, connect } from 'node:net';
import type { JobProgress } from '@overlook/db/schema';
import { type Failure, OperationFailedError } from '../errors/failure.ts';
import { readLines, sendLine } from './json-lines.ts';
import type { OperationContext, OperationName } from './operations.ts';
import { type OperatorAddress, readAddress } from './operator-channel.ts';

/** A running server that accepts operations. */
export interface OperatorClient {
  /** Runs an operation there. Rejects with `OperationFailedError`. An abort is passed on and its end awaited. */
  run(operation: OperationName, input: unknown, context: OperationContext): Promise<unknown>;
}

/** Finds the server that runs on this data folder; null when there is none. */
export async function connectOperator(dataDir: string): Promise<OperatorClient | null> {
  const address = await readAddress(dataDir);
  if (!address) return null;
  const probe = await open(address).catch(() => null);
  if (!probe) return null;
  probe.destroy();
  return { run: (operation, input, context) => run(address, operation, input, context) };
}

function open({ port }: OperatorAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket));
    socket.once('error', reject);
  });
}

type Answer = { progress: JobProgress } | { result: unknown } | { failure: Failure };

async function run(
  address: OperatorAddress,
  operation: OperationName,
  input: unknown,
  { signal, onProgress }: OperationContext,
): Promise<unknown> {
  const socket = await open(address);
  const cancel = () => sendLine(socket, { cancel: true });
  signal.addEventListener('abort', cancel);
  try {
    sendLine(socket, { token: address.token, operation, input });
    if (signal.aborted) cancel();
    for await (const line of readLines(socket)) {
      const answer = line as Answer;
      if ('progress' in answer) onProgress(answer.progress);
      else if ('failure' in answer) throw new OperationFailedError(answer.failure);
      else return answer.result;
    }
    throw new OperationFailedError({ error: 'The server went away before it had finished.', code: 'UNAVAILABLE' });
  } finally {
    signal.removeEventListener('abort', cancel);
    socket.destroy();
  }
}
