import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** Where distributions put the programs of PostgreSQL, newest version first; elsewhere they are looked for in PATH. */
export function postgresPrograms(): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest ? `/usr/lib/postgresql/${newest}/bin/` : '';
}

/** PostgreSQL refuses to run as root: then its files and processes belong to the user `postgres`, or `nobody`. */
export function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: '-u' | '-g', name: string) =>
    Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      continue;
    }
  return null;
}
