import type { Database } from '@overlook/db';
import { aSite, aUser } from '@overlook/db/seed';
import { openMemoryDatabase } from '@overlook/db/testing';
import { DEMO_ACCOUNTS } from '../demo-accounts.ts';
import { makeDemoMocs } from '../demo-mocs.ts';
import { describeSite, SITE_SLUGS } from '../plant/sites.ts';

/** A new database with the sites and the changes of the demo, which the caller closes. */
export async function openDemoChanges(): Promise<Database> {
  const database = await openMemoryDatabase();
  const { db } = database;
  await aUser(db, { email: DEMO_ACCOUNTS[1].email });
  for (const slug of SITE_SLUGS) {
    const meta = { homeBookmark: null, origin: describeSite(slug).origin };
    await aSite(db, { slug, data: { avatar: null, minimapMaxNativeZoom: null, meta } });
  }
  await makeDemoMocs(db, SITE_SLUGS);
  return database;
}
