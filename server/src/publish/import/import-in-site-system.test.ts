import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sites } from '@overlook/db/schema';
import { describe, expect, it } from 'vitest';
import { aBox, anIfcFile } from '../convert/ifc/testing/made-ifc.ts';
import { setSiteSystem } from '../register/site-system.ts';
import { importStores } from '../testing/import-stores.ts';
import { type ImportRequest, importSite } from './import-site.ts';

const stores = importStores();

/** In Sydney: zone 56 of the map grid of Australia. */
const [EAST, NORTH] = [334_000, 6_251_000];

/** A box on the map; `named` is what its file says of the map's system. */
const aModel = (named: string) =>
  anIfcFile({
    lines: [
      ...aBox({ id: 1000 }),
      `#900=IFCPROJECTEDCRS(${named},$,$,$,$,$,$);`,
      `#901=IFCMAPCONVERSION(#21,#900,${EAST}.,${NORTH}.,20.,1.,0.,$);`,
    ],
  });

describe('data that states no coordinate system', () => {
  it('is read in that of its site, which reaches the site', async () => {
    const filesDir = stores.temporary(await mkdtemp(path.join(tmpdir(), 'overlook-files-')));
    const run = (layers: ImportRequest['layers'], more: Partial<ImportRequest> = {}) =>
      importSite({ db: stores.db, filesDir }, { slug: 'a', layers, ...more });
    const cloud = path.join(stores.sourcesDir, 'cloud.pts');
    const points = Array.from({ length: 400 }, (_, i) => `${EAST + (i % 20)} ${NORTH + Math.floor(i / 20)} 20`);
    await writeFile(cloud, `400\n${points.join('\n')}\n`);
    await expect(setSiteSystem(stores.db, { slug: 'a', system: 'EPSG:7856' })).rejects.toThrow('There is no site “a”');
    const first = await run({ cad: await aModel("'EPSG:7856'") });
    await expect(run({ points: cloud })).rejects.toThrow('states no coordinate system');
    await expect(setSiteSystem(stores.db, { slug: 'a', system: 'EPSG:25832' })).rejects.toThrow('UTM zone 32N');
    const set = { slug: 'a', system: 'EPSG:7856' };
    expect(await setSiteSystem(stores.db, set as never)).toEqual(set);
    expect(await setSiteSystem(stores.db, { slug: 'a' })).toEqual(set);
    expect((await stores.db.select().from(sites))[0]).toMatchObject({
      version: 2,
      data: { coordinateSystem: 'EPSG:7856' },
    });

    const read = await run({ points: cloud });
    expect(read.warnings[0]).toContain('read in that of the site, GDA2020 / MGA zone 56 (EPSG:7856).');
    expect(read.ground.longitude).toBeCloseTo(first.ground.longitude, 3);
    await expect(run({ cad: await aModel("'LOCAL-7'") }, { replace: true })).rejects.toThrow('LOCAL-7');
    await run({ cad: await aModel('$') }, { replace: true });
    expect(await setSiteSystem(stores.db, { slug: 'a', system: null })).toEqual({ slug: 'a', system: null });
    await expect(run({ points: cloud }, { replace: true })).rejects.toThrow('states no coordinate system');
  }, 60_000);
});
