import path from 'node:path';
import { openDatabase } from '@overlook/db';
import type { Env } from '../env.ts';
import type { OperationContext, OperationName } from './operations.ts';
import { connectOperator } from './operator-client.ts';

/** Where published files are, below the data folder. */
const filesFolder = (dataDir: string): string => path.resolve(dataDir, 'files');

/**
 * Has an operation done by the server that runs on this data folder, or here when there is none. With a PostgreSQL
 * server it is always done here, for the database lets several in.
 */
export async function runOperation(
  env: Env,
  operation: OperationName,
  input: unknown,
  context: OperationContext,
): Promise<unknown> {
  const { databaseUrl, dataDir } = env;
  const server = databaseUrl === null ? await connectOperator(dataDir) : null;
  if (server) return server.run(operation, input, context);
  // Loaded only when there is no server to do it: they take most of the program with them.
  const [{ operatorOperations }, { createPasswords }] = await Promise.all([
    import('./operations.ts'),
    import('../services/passwords.ts'),
  ]);
  const database = await openDatabase({ databaseUrl: databaseUrl ?? undefined, dataDir });
  try {
    const stores = { db: database.db, filesDir: filesFolder(dataDir), passwords: createPasswords() };
    return await operatorOperations(stores)[operation](input, context);
  } finally {
    await database.close();
  }
}
