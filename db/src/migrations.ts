import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the migrations: beside this package's sources, or beside the bundle that includes these sources. */
export function migrationsFolder(): string {
  const places = ['../migrations', './migrations'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = places.find((place) => existsSync(`${place}/meta/_journal.json`));
  if (!found) throw new Error('The database migrations are missing from this build.');
  return found;
}
