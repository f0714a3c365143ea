import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/s3-for-tests.sh', import.meta.url));

/** The account of the servers for tests. */
export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };

/** A server of S3 (OpenStack Swift). */
export interface S3 {
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

/** Starts it on `port`; four more after it are its own. */
export async function startS3(folder: string, port: number): Promise<S3> {
  const env = { TMPDIR: folder, S3_PORT: String(port) };
  await runProgram('bash', [SCRIPT, 'up'], { env });
  return { remove: async () => void (await runProgram('bash', [SCRIPT, 'down'], { env })) };
}

/** The address of the bucket through `port`, as `STORAGE_URL` has it. */
export const storageUrl = (port: number) => `s3://overlook-cluster/rig?endpoint=http://127.0.0.1:${port}`;
