import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Services } from '../../../context.ts';

function placeOf(databaseUrl: string | null, dataDir: string): string {
  if (databaseUrl === null) return join(resolve(dataDir), 'database');
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

/** Which database this is, how large, and how long it takes to answer. Throws whatever the database does. */
export async function databaseStatus({ db, env }: Pick<Services, 'db' | 'env'>) {
  const startMs = performance.now();
  await db.execute(sql`select 1`);
  const latencyMs = performance.now() - startMs;
  const [facts] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      sizeBytes: sql<number>`pg_database_size(current_database())::float8`,
    })
    .from(sql`(select 1) as one`);
  return {
    kind: env.databaseUrl === null ? ('pglite' as const) : ('postgres' as const),
    place: placeOf(env.databaseUrl, env.dataDir),
    version: facts!.version,
    sizeBytes: Number(facts!.sizeBytes),
    latencyMs,
  };
}
