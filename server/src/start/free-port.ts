import { createServer } from 'node:net';

/** The server cannot listen there: one sentence with the reason. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/** The operator's sentence for an error of `listen`; null when it is another kind of error. */
export function listenFailure(error: unknown, host: string, port: number): PortTakenError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'EADDRINUSE':
      return new PortTakenError(
        `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another one.`,
      );
    case 'EACCES':
      return new PortTakenError(`Port ${port} on ${host} may not be used by this user. Set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new PortTakenError(`HOST ${host} is not an address of this machine.`);
    default:
      return null;
  }
}

/** Throws `PortTakenError` when it is not possible to listen there; the check is made before a long first start. */
export async function expectFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    throw listenFailure(error, host, port) ?? error;
  }
  await new Promise((resolve) => probe.close(resolve));
}
