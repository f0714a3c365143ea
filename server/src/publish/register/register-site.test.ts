import type { Database } from '@overlook/db';
import { captures, modelGroups, models, sites } from '@overlook/db/schema';
import { openMemoryDatabase } from '@overlook/db/testing';
import { enuFrame, type Lla, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { heightDoubts } from '../import/height-doubts.ts';
import type { ImportRequest } from '../import-request.ts';
import type { LayerName } from '../../storage/layers.ts';
import { type RegisteredCapture, registerCapture, registerPlan } from './register-capture.ts';
import { assertLayersFree, originOfImport, registerSite, type SitePlace } from './register-site.ts';
import type { WrittenLayer } from './write-layer.ts';

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());
afterEach(() => database.db.delete(sites));

const HERE: Lla = { longitude: 138.49, latitude: -35.07, height: 30 };
const THERE: Lla = { longitude: 9.7, latitude: 52.4, height: 60 };
/** Corners of a box of 20 m. */
const placeAt = (ground: Lla) => ({
  ground,
  cornersEcef: [-10, 10].flatMap((east) =>
    [-10, 10].flatMap((north) =>
      [0, 20].map((up): Vec3 => transformPoint(enuFrame(ground).ecefFromEnu, [east, north, up])),
    ),
  ),
});

let versions = 0;
const written = (layer: LayerName): WrittenLayer =>
  ({ folder: { slug: 'plant', layer, version: 'v' }, filepath: `/files/${layer}/${versions++}` }) as WrittenLayer;

interface Registering {
  readonly request?: Partial<ImportRequest>;
  readonly place?: SitePlace | null;
  readonly plan?: { layer: LayerName; plan: SitePlan };
  readonly onRegistered?: () => Promise<void>;
}

/** Registers new versions of these layers; returns what the database then has of the site. */
async function register(
  layers: readonly LayerName[],
  { request = {}, place = placeAt(HERE), plan, onRegistered }: Registering = {},
) {
  const whole = { slug: 'plant', layers: Object.fromEntries(layers.map((layer) => [layer, '/source'])), ...request };
  const registered: RegisteredCapture[] = [];
  const made = await registerSite(database.db, whole, place, async (tx, into) => {
    for (const layer of layers) {
      const model = await registerCapture(tx, into, written(layer), whole, null);
      if (plan?.layer === layer) await registerPlan(tx, model.id, plan.plan);
      registered.push(model);
    }
    await onRegistered?.();
  });
  const [site] = await database.db.select().from(sites);
  return { made, registered, site: site!, rows: await database.db.select().from(captures) };
}

describe('a new site', () => {
  it('has its layers, its place and a home view', async () => {
    const { made, registered, site, rows } = await register(['textured', 'cad'], {
      request: { name: 'North', description: 'D' },
    });
    expect(made).toMatchObject({ isNew: true, id: site.id, slug: 'plant', name: 'North' });
    expect(registered.map(({ isReplacement }) => isReplacement)).toEqual([false, false]);
    expect(site).toMatchObject({ name: 'North', description: 'D', data: { meta: { origin: HERE } } });
    expect(site.data.meta.homeBookmark).not.toBeNull();
    expect(rows.map(({ modeltypeId, filepath }) => [modeltypeId, filepath])).toEqual(
      registered.map(({ modeltypeId, filepath }) => [modeltypeId, filepath]),
    );
  });

  it('is called like its slug where it has no name', async () => {
    expect((await register(['shaded'])).site).toMatchObject({ name: 'plant', description: '' });
  });

  it('is not made for photos alone', async () => {
    await expect(register([], { place: null })).rejects.toThrow(
      'The site “plant” was deleted while it was being imported.',
    );
  });
});

describe('a site that exists', () => {
  it('keeps its name and description unless they are given', async () => {
    await register(['textured'], { request: { name: 'North', description: 'D' } });
    expect((await register(['cad'])).site).toMatchObject({ name: 'North', description: 'D' });
    expect((await register(['shaded'], { request: { name: 'South' } })).site).toMatchObject({
      name: 'South',
      description: 'D',
    });
  });

  it('stays where it is while it keeps a layer, and moves with its last one', async () => {
    await register(['textured', 'cad']);
    const replace = { request: { replace: true }, place: placeAt(THERE) };
    const part = await register(['cad'], replace);
    expect(part.site.data.meta.origin).toEqual(HERE);
    const whole = await register(['textured', 'cad'], replace);
    expect(whole.site.data.meta.origin).toEqual(THERE);
    expect(whole.site.data.meta.homeBookmark).not.toEqual(part.site.data.meta.homeBookmark);
  });

  it('keeps the home view where all layers are replaced in the same place', async () => {
    const before = await register(['textured']);
    const after = await register(['textured'], { request: { replace: true } });
    expect(after.site.data.meta.homeBookmark).toEqual(before.site.data.meta.homeBookmark);
  });

  it('has the home view and the origin that an import gives', async () => {
    const { site } = await register(['textured']);
    const home = { ...site.data.meta.homeBookmark!, up: { x: 0, y: 0, z: 1 } } as NonNullable<
      ImportRequest['homeBookmark']
    >;
    const after = await register(['cad'], { request: { homeBookmark: home, origin: THERE } });
    expect(after.site.data.meta).toEqual({ homeBookmark: home, origin: THERE });
  });

  it('replaces a layer only on request, and tells which file was there', async () => {
    const before = await register(['textured']);
    await expect(register(['textured'])).rejects.toThrow(
      'The site “plant” has a textured layer already. Add --captured with a date to keep both, or --replace to replace it.',
    );
    const after = await register(['textured'], { request: { replace: true } });
    expect(after.registered).toEqual([
      {
        ...after.registered[0],
        id: before.rows[0]!.id,
        isReplacement: true,
        removedFilepaths: [before.rows[0]!.filepath],
      },
    ]);
    expect(after.rows).toHaveLength(1);
  });

  it('has the plan of the layer that it was drawn from', async () => {
    const plan: SitePlan = {
      tilesUrl: '/{z}/{x}/{y}.webp',
      bounds: [138.4, -35.1, 138.5, -35],
      minZoom: 14,
      maxZoom: 20,
      madeAt: '2026-05-01T12:00:00.000Z',
    };
    const { rows } = await register(['textured', 'cad'], { plan: { layer: 'cad', plan } });
    const planOf = new Map(rows.map((row) => [row.filepath.split('/')[2], row.plan]));
    expect(planOf).toEqual(
      new Map([
        ['textured', null],
        ['cad', plan],
      ]),
    );
  });
});

it('nothing is registered where the last step fails', async () => {
  const onRegistered = () => Promise.reject(new Error('full'));
  await expect(register(['textured'], { onRegistered })).rejects.toThrow('full');
  expect(await database.db.select().from(sites)).toEqual([]);
  await register(['textured'], { request: { name: 'North' } });
  await expect(register(['cad'], { request: { name: 'South' }, onRegistered })).rejects.toThrow('full');
  expect(await database.db.select().from(sites)).toMatchObject([{ name: 'North' }]);
  expect(await database.db.select().from(models)).toHaveLength(1);
});

it('simultaneous imports into one site make one site and one group', async () => {
  await Promise.all([register(['textured']), register(['cad']), register(['shaded'])]);
  expect(await database.db.select().from(sites)).toHaveLength(1);
  expect(await database.db.select().from(modelGroups)).toHaveLength(1);
  expect(await database.db.select().from(models)).toHaveLength(3);
});

it('a layer that the site has is refused before anything is copied', async () => {
  await register(['textured']);
  const check = (layers: ImportRequest['layers'], more = {}) =>
    assertLayersFree(database.db, { slug: 'plant', layers, ...more });
  await expect(check({ cad: '/a', textured: '/b' })).rejects.toBeInstanceOf(AppError);
  await expect(check({ textured: '/b' })).rejects.toThrow('has a textured layer already');
  await check({ cad: '/a' });
  await check({ textured: '/b' }, { replace: true });
  await check({ textured: '/b' }, { slug: 'other' });
});

it('the origin of an import is the given one, else that of the site that keeps a layer, else the ground of its layers', async () => {
  const originOf = (layers: ImportRequest['layers'], more = {}) =>
    originOfImport(database.db, { slug: 'plant', layers, ...more }, THERE);
  expect(await originOf({ cad: '/a' })).toEqual(THERE);
  await register(['textured']);
  expect(await originOf({ cad: '/a' })).toEqual(HERE);
  expect(await originOf({ textured: '/a' })).toEqual(THERE);
  const other = { longitude: 1, latitude: 2, height: 3 };
  expect(await originOf({ cad: '/a' }, { origin: other })).toEqual(other);
});

it('heights of a new layer are compared with a site that keeps others, or else with the first layer', async () => {
  const FRANKFURT = { longitude: 8.6821, latitude: 50.1109, height: 146 };
  const [cloud, model] = [
    { layer: 'points', ground: FRANKFURT },
    { layer: 'cad', ground: { ...FRANKFURT, height: 98 } },
  ] as const;
  const doubts = (layers: readonly LayerName[], checked: readonly { layer: LayerName; ground: Lla }[]) => {
    const files = Object.fromEntries(layers.map((layer) => [layer, '/source']));
    return heightDoubts(database.db, { slug: 'plant', layers: files, replace: true }, checked);
  };
  expect(await doubts(['points', 'cad'], [cloud, model])).toEqual([
    expect.stringContaining('that of the layer points'),
  ]);
  await register(['points'], { place: placeAt(FRANKFURT) });
  expect(await doubts(['cad'], [model])).toEqual([expect.stringContaining('48 m below that of the site')]);
  expect(await doubts(['points'], [{ ...model, layer: 'points' }])).toEqual([]);
});
