/** Imports of CAD models in tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc } from 'drizzle-orm';
import { cadItems } from '@overlook/db/schema';
import { afterEach, beforeEach } from 'vitest';
import type { ImportRequest } from '../import/import-site.ts';
import { importPlace } from './import-place.ts';

/** Where models without a position are placed. */
export const AT = { longitude: 10, latitude: 50, height: 100 };

/** An import place with a new folder for the models of each test. Call it once, outside of tests. */
export function cadImports() {
  const place = importPlace();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'overlook-model-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return {
    place,
    get folder() {
      return folder;
    },
    /** Imports a model into the site “a” at {@link AT}. */
    run: (cad: string, more: Partial<ImportRequest> = {}, context: object = {}) =>
      place.run({ slug: 'a', at: AT, ...more, layers: { cad } }, context),
    /** The folder of the published layer. */
    published: async () => path.dirname(place.onDisk((await place.storedCaptures())[0]!.filepath)),
    storedItems: () => place.db.select().from(cadItems).orderBy(asc(cadItems.id)),
  };
}
