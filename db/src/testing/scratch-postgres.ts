import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

/** Where the tests look for a PostgreSQL server; without one they run on PGlite alone. */
const SERVER = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** An empty database of its own on a PostgreSQL server, for tests; null where none answers. */
export async function createScratchDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const admin = postgres(SERVER, { max: 1, connect_timeout: 2, onnotice: () => {} });
  const name = `overlook_test_${randomBytes(6).toString('hex')}`;
  try {
    await admin`create database ${admin(name)}`;
  } catch {
    await admin.end({ timeout: 1 });
    return null;
  }
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    async drop() {
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end({ timeout: 5 });
    },
  };
}
