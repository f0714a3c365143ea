import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocAreas, mocComments, mocPois, mocs, sites, users } from '@overlook/db/schema';
import type { MocState } from '@overlook/shared/config';
import { llaFromEcef, enuFrame, type EnuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { AreaPoint } from '@overlook/shared/schemas';
import { fieldChanges } from '../domains/mocs/field-changes.ts';
import { loadMoc } from '../domains/mocs/load-mocs.ts';
import { recordDone } from '../services/audit.ts';
import { systemClock } from '../services/clock.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';

/** A change of the demo; positions and corners are east, north, up in metres from the origin of its site. */
interface DemoMoc {
  readonly name: string;
  readonly documentNumber: string;
  readonly state: MocState;
  readonly description: string;
  readonly poiEnu: Vec3;
  readonly area: {
    readonly name: string;
    readonly bottomHeight: number;
    readonly topHeight: number;
    readonly ring: readonly (readonly [east: number, north: number])[];
  };
  readonly comment: string;
}

const GROUND = 0.2;

/** By the slug of the site; each state occurs once. */
const DEMO_MOCS: Readonly<Record<string, readonly DemoMoc[]>> = {
  ridgeway: [
    {
      name: 'Raise the bund of the condensate tanks',
      documentNumber: 'MOC-0142',
      state: 'proposed',
      description:
        '<p>The bund holds <strong>92 %</strong> of the largest tank. It is raised by 0.4 m around T-101, T-102 and T-103.</p>' +
        '<ul><li><p>Check the drain of T-103 before work begins.</p></li><li><p>Keep the stairs of T-102 free.</p></li></ul>',
      poiEnu: [-71, 0, 2],
      // Concave: along two walls of the bund.
      area: {
        name: 'Bund works',
        bottomHeight: 0,
        topHeight: 2,
        ring: [
          [-110, -40],
          [-58, -40],
          [-58, -35],
          [-105, -35],
          [-105, 36],
          [-110, 36],
        ],
      },
      comment: 'The survey of the bund is attached to the work order.',
    },
    {
      name: 'Replace the flare tip',
      documentNumber: 'MOC-0137',
      state: 'approved',
      description: '<p>New tip for FL-1 with a lower purge rate. <em>No hot work within the marked area.</em></p>',
      poiEnu: [-62, 84, 66],
      area: {
        name: 'Exclusion zone',
        bottomHeight: 0,
        topHeight: 8,
        ring: [
          [-74, 72],
          [-50, 72],
          [-50, 96],
          [-74, 96],
        ],
      },
      comment: 'Approved for the shutdown in week 12.',
    },
  ],
  'harbour-tank-farm': [
    {
      name: 'Change T-403 from diesel to jet fuel',
      documentNumber: 'MOC-0098',
      state: 'completed',
      description: '<p>Tank cleaned, inner lining and floating suction fitted.</p>',
      poiEnu: [34, 10, 13],
      area: {
        name: 'T-403',
        bottomHeight: 0,
        topHeight: 14,
        ring: [
          [20, -4],
          [48, -4],
          [48, 24],
          [20, 24],
        ],
      },
      comment: 'Handed over.',
    },
  ],
};

function pointsOf(site: EnuFrame, { ring }: DemoMoc['area']): AreaPoint[] {
  return ring.map(([east, north], position) => {
    const [x, y, z] = transformPoint(site.ecefFromEnu, [east, north, GROUND]);
    return { id: `corner-${position + 1}`, name: `Corner ${position + 1}`, position, x, y, z };
  });
}

async function insertMoc(tx: Db, siteId: number, userId: number, site: EnuFrame, moc: DemoMoc): Promise<void> {
  const { name, documentNumber, state, description, area } = moc;
  const by = { createdBy: userId, updatedBy: userId };
  const [made] = await tx
    .insert(mocs)
    .values({ siteId, name, documentNumber, state, description, ...by })
    .returning({ id: mocs.id });
  const mocId = made!.id;
  const [x, y, z] = transformPoint(site.ecefFromEnu, moc.poiEnu);
  const { longitude, latitude, height: altitude } = llaFromEcef([x, y, z]);
  await tx.insert(mocPois).values({ mocId, x, y, z, longitude, latitude, altitude });
  const { bottomHeight, topHeight } = area;
  await tx.insert(mocAreas).values({ mocId, name: area.name, bottomHeight, topHeight, points: pointsOf(site, area) });
  await tx.insert(mocComments).values({ mocId, userId, body: moc.comment });
  const stored = await loadMoc({ db: tx, log: { warn: () => {} } }, { siteId, id: mocId });
  const details = { siteId, name, changes: fieldChanges(null, stored) };
  const asking = { caller: { userId }, address: '', clock: systemClock };
  await recordDone(tx, asking, { action: 'mocs.create', subject: `moc:${mocId}`, details });
}

/** Makes the changes of the demo's sites, by the demo's member. A site that has changes already gets none. */
export async function makeDemoMocs(tx: Db, slugs: readonly string[]): Promise<void> {
  const [member] = await tx.select({ id: users.id }).from(users).where(eq(users.email, DEMO_ACCOUNTS[1].email));
  if (!member || slugs.length === 0) return;
  const rows = await tx
    .select()
    .from(sites)
    .where(inArray(sites.slug, [...slugs]));
  for (const { id, slug, data } of rows) {
    const known = await tx.select({ id: mocs.id }).from(mocs).where(eq(mocs.siteId, id)).limit(1);
    const { origin } = data.meta;
    if (known.length > 0 || !origin) continue;
    for (const moc of DEMO_MOCS[slug] ?? []) await insertMoc(tx, id, member.id, enuFrame(origin), moc);
  }
}
