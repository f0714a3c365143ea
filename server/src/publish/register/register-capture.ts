import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures } from '@overlook/db/schema';
import type { SitePlan } from '@overlook/shared/schemas';
import { type LayerName, layerModelType } from '../../storage/layers.ts';
import type { ImportRequest } from '../import-request.ts';
import { captureDay, type CaptureDay, publicationDay } from './capture-day.ts';
import { applyKeepRule } from './keep-captures.ts';
import type { RegisteredSite } from './register-site.ts';
import { type CaptureRow, makeNewestCurrent, publishedCaptures } from './stored-captures.ts';
import { replacedCapture } from './replaced-capture.ts';
import type { WrittenLayer } from './write-layer.ts';

export interface RegisteredCapture extends CaptureDay {
  readonly id: number;
  readonly layer: LayerName;
  readonly modeltypeId: 1 | 2 | 3 | 4;
  readonly filepath: string;
  readonly isDraft: boolean;
  /** Of the layer; null for a draft of a layer that the site does not have. */
  readonly modelId: number | null;
  readonly isReplacement: boolean;
  /** Files that no row names any more: of the capture that it replaces, and of those that the rule of the layer removes. */
  readonly removedFilepaths: readonly string[];
}

/**
 * Makes a written layer a capture of its site; `publishedBy` is null for an operator. `tx` has locked the site. Throws as `replacedCapture`
 * does.
 */
export async function registerCapture(
  tx: Db,
  site: RegisteredSite,
  { folder: { layer }, filepath, bytes }: WrittenLayer,
  request: ImportRequest,
  publishedBy: number | null,
): Promise<RegisteredCapture> {
  const now = new Date();
  const { id: modeltypeId } = layerModelType(layer);
  const published = await publishedCaptures(tx, { siteId: site.id, modeltypeId });
  const before = replacedCapture(published, request, layer);
  const day = request.captured === undefined ? keptDay(before) : captureDay(request.captured);
  const publishedAt = request.draft ? null : now;
  const asDelivered = { placement: null, deliveredFilepath: null };
  const columns = { ...day, ...asDelivered, filepath, bytes, plan: null, createdBy: publishedBy, publishedAt };
  const [row] = before
    ? await tx.update(captures).set(columns).where(eq(captures.id, before.id)).returning()
    : await tx
        .insert(captures)
        .values({ siteId: site.id, modeltypeId, ...columns })
        .returning();
  const modelId = request.draft ? null : await makeNewestCurrent(tx, { siteId: site.id, modeltypeId });
  const removed =
    before || request.draft ? [] : await applyKeepRule(tx, { siteId: site.id, modeltypeId, newId: row!.id, now });
  return {
    ...day,
    id: row!.id,
    layer,
    modeltypeId,
    filepath,
    isDraft: publishedAt === null,
    modelId,
    isReplacement: before !== null,
    removedFilepaths: [...(before ? [before.filepath] : []), ...removed.map((one) => one.filepath)],
  };
}

/** The stated date of a replaced capture is that of its correction too. */
const keptDay = (before: CaptureRow | null): CaptureDay =>
  before && before.precision !== 'published'
    ? { takenOn: before.takenOn, precision: before.precision }
    : publicationDay();

/** The plan of a site is a column of the capture that it was drawn from. */
export async function registerPlan(tx: Db, captureId: number, plan: SitePlan): Promise<void> {
  await tx.update(captures).set({ plan }).where(eq(captures.id, captureId));
}
