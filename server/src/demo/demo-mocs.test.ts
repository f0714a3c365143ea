import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { auditEntries, mocAreas, mocComments, mocPois, mocs } from '@overlook/db/schema';
import { MOC_STATES } from '@overlook/shared/config';
import { areaPrism, areaProblem } from '@overlook/shared/mocs';
import { cleanDescription } from '../domains/mocs/clean-description.ts';
import { makeDemoMocs } from './demo-mocs.ts';
import { SITE_SLUGS } from './plant/sites.ts';
import { openDemoChanges } from './testing/demo-changes.ts';

let database: Database;
beforeAll(async () => {
  database = await openDemoChanges();
});
afterAll(() => database.close());

it('the demo has two changes on its first site and one on the other, each with a different state', async () => {
  const rows = await database.db.select().from(mocs);
  expect(rows.map(({ siteId }) => siteId).sort()).toEqual([1, 1, 2]);
  expect(rows.map(({ state }) => state).sort()).toEqual([...MOC_STATES].sort());
  for (const { description } of rows) expect(cleanDescription(description)).toBe(description);
  for (const table of [mocPois, mocAreas, mocComments, auditEntries])
    expect(await database.db.select().from(table)).toHaveLength(3);
});

it('their areas keep the rules, and one is concave', async () => {
  const areas = await database.db.select().from(mocAreas);
  expect(areas.map((area) => areaProblem(area, null))).toEqual([null, null, null]);
  const isConcave = areas.map((area) => {
    const { ring } = areaPrism(area);
    const turns = ring.map(([bx, by], i) => {
      const [ax, ay] = ring[(i + ring.length - 1) % ring.length]!;
      const [cx, cy] = ring[(i + 1) % ring.length]!;
      return Math.sign((bx - ax) * (cy - by) - (by - ay) * (cx - bx));
    });
    return new Set(turns).size > 1;
  });
  expect(isConcave.filter(Boolean)).toHaveLength(1);
});

it('making them again adds nothing', async () => {
  await makeDemoMocs(database.db, SITE_SLUGS);
  expect(await database.db.select().from(mocs)).toHaveLength(3);
});
