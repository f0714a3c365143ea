import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { captures, jobs } from '@overlook/db/schema';
import type { SitePlan } from '@overlook/shared/schemas';
import { describe, expect, it, vi } from 'vitest';
import type { JobRun } from '../../services/jobs/job-handler.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { type ImportRequest, importSite } from '../import/import-site.ts';
import { nodeFs } from '../../errors/publish-fs.ts';
import { removeVersions } from '../register/settle-layers.ts';
import { ProcessEndedError } from '../../process/limited-process.ts';
import { importStores } from '../testing/import-stores.ts';
import { aGlbOfSquares, aPlacedRoot } from '../testing/made-squares.ts';
import { aFolder, aTileset } from '../testing/made-tiles.ts';
import { MODEL_FILES_URL } from '../../storage/version-folders.ts';
import { type PlanMaker, makePlan } from './make-plan.ts';
import { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import { queueSitePlans, requestPlans, sitePlanHandler } from './plan-job.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const [TEXTURED, SHADED] = [3, 2];

const stores = importStores();

async function layer(): Promise<string> {
  const folder = await aFolder({
    'tileset.json': aTileset(aPlacedRoot(ORIGIN, 20, { content: { uri: 'tile.glb' } })),
    'tile.glb': aGlbOfSquares([{ west: -20, south: -20, side: 40, up: 0, colour: [182, 163, 127] }]),
  });
  return stores.temporary(folder);
}

const PLAN: SitePlan = {
  tilesUrl: '/plan/{z}/{x}/{y}.webp',
  bounds: [138, -36, 139, -35],
  minZoom: 12,
  maxZoom: 19,
  madeAt: '2026-03-14T00:00:00.000Z',
  homePictureUrl: '/home.webp',
};
const drawing: PlanMaker = async ({ folder }) => ({ ...PLAN, tilesUrl: `/${folder.layer}/{z}/{x}/{y}.webp` });
const publish = (request: Omit<ImportRequest, 'slug'>, maker?: PlanMaker) =>
  importSite({ db: stores.db, filesDir: stores.filesDir, makePlan: maker }, { slug: 'plant', ...request });
const planOf = async (modeltypeId: number) => {
  const [row] = await stores.db
    .select()
    .from(captures)
    .where(eq(captures.modeltypeId, modeltypeId as 2 | 3));
  return row!.plan;
};

describe('a site that is published', () => {
  it('gets the plan of its best layer, below that layer’s own folder', async () => {
    await publish({ layers: { shaded: await layer(), textured: await layer() } }, makePlan);
    const plan = (await planOf(TEXTURED))!;
    expect(await planOf(SHADED)).toBeNull();
    const [row] = await stores.db
      .select()
      .from(captures)
      .where(eq(captures.modeltypeId, TEXTURED as 3));
    expect(plan.tilesUrl.startsWith(row!.filepath.replace('tileset.json', 'site-plan/'))).toBe(true);
    const home = plan.homePictureUrl!.slice(MODEL_FILES_URL.length);
    expect(existsSync(path.join(stores.filesDir, 'models', home))).toBe(true);
    const [west, south] = plan.bounds;
    const scale = 2 ** plan.maxZoom;
    const column = Math.floor((west / 360 + 0.5) * scale);
    const rowOf = Math.floor((0.5 - Math.asinh(Math.tan((south * Math.PI) / 180)) / (2 * Math.PI)) * scale);
    const url = plan.tilesUrl.replace('{z}', `${plan.maxZoom}`).replace('{x}', `${column}`).replace('{y}', `${rowOf}`);
    expect(existsSync(path.join(stores.filesDir, 'models', url.slice(MODEL_FILES_URL.length)))).toBe(true);
    expect(Math.abs(Date.parse(plan.madeAt) - Date.now())).toBeLessThan(60_000);
  });

  it('loses it with the layer that is replaced, and gets the new one’s', async () => {
    await publish({ layers: { textured: await layer() } }, drawing);
    await publish({ layers: { textured: await layer() }, replace: true });
    expect(await planOf(TEXTURED)).toBeNull();
    await publish({ layers: { textured: await layer() }, replace: true }, drawing);
    expect((await planOf(TEXTURED))!.tilesUrl).toBe('/textured/{z}/{x}/{y}.webp');
  });

  it('gets that of the next layer where the best cannot be drawn', async () => {
    const maker: PlanMaker = async (source, context) => {
      if (source.folder.layer === 'textured') throw new ProcessEndedError(false);
      return drawing(source, context);
    };
    const { warnings } = await publish({ layers: { textured: await layer(), shaded: await layer() } }, maker);
    expect((await planOf(SHADED))!.tilesUrl).toBe('/shaded/{z}/{x}/{y}.webp');
    expect(warnings).toEqual([]);
  });

  it('is published without one, with a warning, where no layer can be drawn', async () => {
    const maker: PlanMaker = () => Promise.reject(new ImportRefusedError('tileset.json', 'root', 'is damaged.'));
    const { warnings } = await publish({ layers: { textured: await layer() } }, maker);
    expect(await planOf(TEXTURED)).toBeNull();
    expect(warnings).toEqual(['The minimap shows no plan of this site. tileset.json, root: is damaged.']);
  });
});

describe('a site that was published without a plan, or without a picture of its home view', () => {
  const run = { signal: new AbortController().signal, report: vi.fn() } as unknown as JobRun;
  const handle = async (maker: PlanMaker) => {
    const [job] = await stores.db.select().from(jobs);
    const { db, filesDir } = stores;
    const objects = new FolderStore(filesDir);
    const removeUnused = (filepaths: readonly string[]) =>
      removeVersions(filepaths, { db, filesDir, objects, fs: nodeFs });
    const folders = new StoredFolders({ filesDir, objects });
    const handler = sitePlanHandler({ db, folders, memoryMb: 1024, makePlan: maker, removeUnused });
    return handler.run(job!.payload, run);
  };

  it('is requested once, and gets that of its best layer', async () => {
    await publish({ layers: { textured: await layer(), shaded: await layer() } });
    expect(await queueSitePlans(stores.db)).toBe(1);
    expect(await queueSitePlans(stores.db)).toBe(0);
    expect(await handle(drawing)).toEqual({ layer: 'textured' });
    expect((await planOf(TEXTURED))!.tilesUrl).toBe('/textured/{z}/{x}/{y}.webp');
    await stores.db.delete(jobs);
    expect(await queueSitePlans(stores.db)).toBe(0);
  });

  it('is drawn again where its plan has no picture', async () => {
    const { homePictureUrl: _, ...older } = PLAN;
    await publish({ layers: { textured: await layer() } }, async () => older);
    expect(await queueSitePlans(stores.db)).toBe(1);
    await handle(drawing);
    expect((await planOf(TEXTURED))!.homePictureUrl).toBe('/home.webp');
    await stores.db.delete(jobs);
    expect(await queueSitePlans(stores.db)).toBe(0);
  });

  it('gets one of the lesser layers alone for people who see no others', async () => {
    await publish({ layers: { textured: await layer(), shaded: await layer() } }, drawing);
    const rows = await stores.db
      .select({ siteId: captures.siteId, filepath: captures.filepath, plan: captures.plan })
      .from(captures);
    expect(await requestPlans(stores.db, rows)).toBe(0);
    const shadedAlone = rows.filter(({ plan }) => plan === null);
    expect(await requestPlans(stores.db, shadedAlone)).toBe(1);
    expect(await requestPlans(stores.db, shadedAlone)).toBe(0);
    expect(await handle(drawing)).toEqual({ layer: 'shaded' });
    expect((await planOf(SHADED))!.tilesUrl).toBe('/shaded/{z}/{x}/{y}.webp');
    expect((await planOf(TEXTURED))!.tilesUrl).toBe('/textured/{z}/{x}/{y}.webp');
  });

  it('is not tried again where it cannot be drawn, until a layer is replaced', async () => {
    await publish({ layers: { textured: await layer() } });
    await queueSitePlans(stores.db);
    expect(await handle(async () => null)).toMatchObject({ layer: null });
    expect(await queueSitePlans(stores.db)).toBe(0);
    await publish({ layers: { textured: await layer() }, replace: true });
    expect(await queueSitePlans(stores.db)).toBe(1);
  });

  it('leaves nothing of a layer that is replaced while its plan is drawn', async () => {
    const { layers } = await publish({ layers: { textured: await layer() } });
    await queueSitePlans(stores.db);
    const version = path.dirname(
      path.join(stores.filesDir, 'models', layers[0]!.filepath.slice(MODEL_FILES_URL.length)),
    );
    await handle(async () => {
      await publish({ layers: { textured: await layer() }, replace: true });
      expect(existsSync(version)).toBe(false);
      await mkdir(path.join(version, 'site-plan.part'), { recursive: true });
      return PLAN;
    });
    expect([existsSync(version), await planOf(TEXTURED)]).toEqual([false, null]);
  });
});
