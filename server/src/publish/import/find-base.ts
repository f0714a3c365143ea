import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, pointclouds } from '@overlook/db/schema';
import { DamagedStoreError } from '../../pointclouds/store/damaged-store-error.ts';
import { readDescription } from '../../pointclouds/store/open-store.ts';
import { findSiteByName } from '../../services/site-names.ts';
import { conflict } from '../../errors/app-error.ts';
import { listed } from '../../errors/listed.ts';
import { layerModelType } from '../../storage/layers.ts';
import { captureDay, captureDayText } from '../register/capture-day.ts';
import { NOTHING_SHARED, pinOf } from '../points/build/pinned-cloud.ts';
import type { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { ObjectMissingError } from '../../storage/objects/object-store.ts';
import type { FoundBase } from '../points/base-cloud.ts';

/** Which capture a part is of: that of a date, or the newest. */
export interface PartOf {
  readonly onto: string | null;
}

/** Its files stay until `remove` is called. */
type HeldBase = FoundBase & { remove(): Promise<void> };

const nothing = async (): Promise<void> => {};

/**
 * The newest published point cloud of a site that has an exact store; for a part the one that it is of. Throws `AppError` where a part has none.
 */
export async function findBase(
  { db, folders }: { readonly db: Db; readonly folders: StoredFolders },
  slug: string,
  part: PartOf | null,
): Promise<HeldBase> {
  const found = await publishedClouds(db, slug);
  const onto = part?.onto ? captureDay(part.onto) : null;
  const capture = onto ? found.find(({ takenOn }) => takenOn === onto.takenOn) : found.find(({ filepath }) => filepath);
  if (part) assertPart(found, capture, part);
  if (!capture?.filepath) return { base: null, captureId: null, warnings: [], remove: nothing };
  let remove = nothing;
  const name = `the capture of ${captureDayText(capture)}`;
  try {
    const { folder: store, remove: release } = await folders.hold(capture.filepath);
    remove = release;
    const description = await readDescription(store);
    const base = { pin: pinOf(description), store, name, points: description.points };
    return { base, captureId: capture.id, warnings: [], remove };
  } catch (error) {
    await remove();
    const isLost = error instanceof ObjectMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!(error instanceof DamagedStoreError) && !isLost) throw error;
    const reason = `exact points cannot be read: ${(error as Error).message}`;
    if (part)
      throw conflict(`No part can be added to ${name}, whose ${reason} Import the whole cloud, without --part.`);
    return { base: null, captureId: null, warnings: [`${NOTHING_SHARED}, whose ${reason}`], remove: nothing };
  }
}

/** The published captures of the layer of points, newest first; `filepath` of the exact store, null without one. */
async function publishedClouds(db: Db, slug: string) {
  const site = await findSiteByName(db, slug);
  if (!site) return [];
  const isSeen = and(isNotNull(captures.publishedAt), isNull(captures.withdrawnAt));
  return db
    .select({
      id: captures.id,
      takenOn: captures.takenOn,
      precision: captures.precision,
      placement: captures.placement,
      filepath: pointclouds.filepath,
    })
    .from(captures)
    .leftJoin(pointclouds, eq(pointclouds.captureId, captures.id))
    .where(and(eq(captures.siteId, site.id), eq(captures.modeltypeId, layerModelType('points').id), isSeen))
    .orderBy(desc(captures.takenOn));
}

type PublishedCloud = Awaited<ReturnType<typeof publishedClouds>>[number];

/** Throws `AppError` CONFLICT where a capture cannot have a part. */
function assertPart(all: readonly PublishedCloud[], capture: PublishedCloud | undefined, { onto }: PartOf): void {
  if (all.length === 0)
    throw conflict('The site has no point cloud that this could be a part of. Import it without --part.');
  if (!capture && onto)
    throw conflict(
      `The site has no capture of its points layer of ${onto}. It has those of ${listed(all.map((one) => captureDayText(one)))}; say one of them with --onto.`,
    );
  if (!capture?.filepath)
    throw conflict(
      `${capture ? `The capture of ${captureDayText(capture)}` : 'The points layer of the site'} came as tiles, without exact points, so a part of it cannot be replaced. Import the whole cloud, without --part.`,
    );
  if (capture.placement)
    throw conflict(
      `The capture of ${captureDayText(capture)} was moved by hand, so its points are elsewhere than its files say. Import the whole cloud, without --part.`,
    );
}
