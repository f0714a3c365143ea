import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { instanceState, sites } from '@overlook/db/schema';
import type { ImportContext, ImportRequest } from '../publish/import/import-site.ts';
import { forEachInParallel } from '../publish/in-parallel.ts';
import type { PlanMaker } from '../publish/site-plan/make-plan.ts';
import type { StoredFolders } from '../storage/folders/stored-folders.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Passwords } from '../services/password-hashes.ts';
import { makeDemoAccounts } from './demo-accounts.ts';
import { makeDemoAttachments } from './demo-attachments.ts';
import { makeDemoClouds, settleDemoClouds, type SiteCloud, storeDemoClouds } from './demo-clouds.ts';
import { makeDemoMocs } from './demo-mocs.ts';
import { bookmarkOf } from './demo-bookmark.ts';
import { makeDemoPhotos, type SitePhotos, storeDemoPhotos } from './demo-photos.ts';
import { makeDemoPlaces, type StoredPlace, storeDemoPictures } from './demo-places.ts';
import type { DemoCapture, DemoSite } from './generate-demo.ts';
import { writeDemoLayers } from './layers/demo-layers.ts';

/** The facts about a generated site that seeding needs. */
export type GeneratedSite = Omit<DemoSite, 'totals' | 'earlier'> & {
  readonly earlier: readonly Omit<DemoCapture, 'totals'>[];
};

/** The input of seeding; the two generators are parameters, so that tests need not build a plant. */
export interface SeedOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly folders?: StoredFolders;
  readonly passwords: Passwords;
  generateDemo(options: {
    outDir: string;
    onProgress: (stage: string, fraction: number) => void;
    signal: AbortSignal;
  }): Promise<readonly GeneratedSite[]>;
  importSite(context: ImportContext, request: ImportRequest): Promise<unknown>;
  /** Without it the sites get no plan. */
  makePlan?: PlanMaker;
  onProgress?: (stage: string, fraction: number) => void;
  readonly signal: AbortSignal;
}

/** The stored state of the demo between starts. */
type DemoState = { isComplete: boolean; slugs: string[] };

const STATE_KEY = 'demo';

async function readState(db: Db): Promise<DemoState | null> {
  const [row] = await db.select().from(instanceState).where(eq(instanceState.key, STATE_KEY));
  return row ? (row.value as DemoState) : null;
}

async function writeState(db: Pick<Db, 'insert'>, value: DemoState): Promise<void> {
  await db
    .insert(instanceState)
    .values({ key: STATE_KEY, value })
    .onConflictDoUpdate({ target: instanceState.key, set: { value } });
}

/** The demo's sites, without sites that an operator has imported under the same slug. */
async function planSites(options: SeedOptions, generated: readonly GeneratedSite[]): Promise<GeneratedSite[]> {
  const known = await readState(options.db);
  const taken = await options.db
    .select({ slug: sites.slug })
    .from(sites)
    .where(
      inArray(
        sites.slug,
        generated.map((site) => site.slug),
      ),
    );
  const isForeign = (slug: string) => taken.some((row) => row.slug === slug) && !known?.slugs.includes(slug);
  return generated.filter((site) => !isForeign(site.slug));
}

/**
 * Publishes the sites and stores what belongs to them. Publishing leaves a core idle most of the time, so the exact
 * clouds are built in parallel; when one of them fails, the other is aborted and awaited.
 */
async function storeSites(options: SeedOptions, planned: readonly GeneratedSite[], outDir: string) {
  const { onProgress = () => {} } = options;
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const stored: { clouds: SiteCloud[]; places: StoredPlace[]; photos: SitePhotos[] } = {
    clouds: [],
    places: [],
    photos: [],
  };
  const build = async () => {
    stored.clouds = await storeDemoClouds(options, outDir, planned, signal);
  };
  const publish = async () => {
    const captures = planned.flatMap((site) => [...site.earlier, site].map((capture) => ({ site, capture })));
    for (const [index, { site, capture }] of captures.entries()) {
      const name = capture === site ? site.name : `${site.name}, ${capture.takenOn}`;
      onProgress(`${name}: publishing`, index / captures.length);
      await publishCapture({ ...options, signal }, site, capture);
      signal.throwIfAborted();
    }
    onProgress('Photos', 1);
    stored.places = await storeDemoPictures(options, planned);
    stored.photos = await storeDemoPhotos(options, planned, signal);
    onProgress('Exact point clouds', 1);
  };
  const orAbort = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    });
  await forEachInParallel([build, publish], 2, orAbort);
  return stored;
}

/** The site has the plan of its newest capture. */
const publishCapture = (
  { db, filesDir, objects, folders, signal, importSite, makePlan }: SeedOptions,
  site: GeneratedSite,
  { takenOn, layers }: Pick<GeneratedSite, 'takenOn' | 'layers'>,
): Promise<unknown> =>
  importSite(
    { db, filesDir, objects, folders, signal, makePlan: takenOn === site.takenOn ? makePlan : undefined },
    {
      slug: site.slug,
      name: site.name,
      description: site.description,
      ...(takenOn !== null && { captured: takenOn }),
      layers: { ...layers },
      origin: site.origin,
      homeBookmark: bookmarkOf(site.homePose),
      replace: true,
    },
  );

/**
 * Makes the demo sites, roles and accounts once in an installation's life. Work that was interrupted
 * is done again from its start at the next call: captures are replaced whole, and accounts come last, all at once, so that
 * sign-in to an incomplete demo is impossible. Resolves to true if there was work to do.
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const { db, dataDir, filesDir, signal, onProgress = () => {} } = options;
  if ((await readState(db))?.isComplete) return false;
  const outDir = join(dataDir, 'demo.part');
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  try {
    const generated = await options.generateDemo({ outDir, onProgress, signal });
    signal.throwIfAborted();
    const planned = await planSites(options, generated);
    const slugs = planned.map((site) => site.slug);
    await writeState(db, { isComplete: false, slugs });
    const { places, photos, clouds } = await storeSites(options, planned, outDir);
    await writeDemoLayers(dataDir, slugs);
    onProgress('Accounts', 1);
    await makeDemoAccounts(options, slugs, async (tx) => {
      await makeDemoPlaces(tx, places);
      await makeDemoPhotos(tx, photos);
      await makeDemoClouds(tx, clouds);
      await makeDemoMocs(tx, slugs);
      await makeDemoAttachments(tx, options.objects, slugs);
      await writeState(tx, { isComplete: true, slugs });
    });
    await settleDemoClouds(db, filesDir, clouds);
    return true;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
