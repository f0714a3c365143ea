import { and, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { modelGroups, models } from '@overlook/db/schema';
import { utcDay } from '@overlook/shared/format';
import { type KeepRule, keepRuleSchema } from '@overlook/shared/schemas';
import { countReferences } from './capture-references.ts';
import { type CaptureRow, type LayerOfSite, publishedCaptures, removeCaptures } from './stored-captures.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Which of these captures of a layer, newest first, a rule lets go. The newest always stays. */
export function outOfRule<Dated extends { readonly takenOn: string }>(
  newestFirst: readonly Dated[],
  rule: KeepRule | null,
  now: Date,
): Dated[] {
  const older = newestFirst.slice(1);
  if (rule === null) return [];
  if (rule.kind === 'newest') return older.slice(Math.max(0, rule.count - 1));
  const first = utcDay(new Date(now.getTime() - rule.days * DAY_MS));
  return older.filter(({ takenOn }) => takenOn < first);
}

/** The rule of a layer; null where all captures are kept, and for a stored rule that cannot be read. */
async function keepRuleOf(db: Db, { siteId, modeltypeId }: LayerOfSite): Promise<KeepRule | null> {
  const [row] = await db
    .select({ keep: models.keep })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .where(and(eq(modelGroups.siteId, siteId), eq(models.modeltypeId, modeltypeId)));
  return keepRuleSchema
    .nullable()
    .catch(null)
    .parse(row?.keep ?? null);
}

/** Of the published captures of a layer of a site, newest first, those that a rule lets go and nothing points to. */
export async function removableByRule<Dated extends { readonly takenOn: string }>(
  db: Db,
  siteId: number,
  newestFirst: readonly Dated[],
  { rule, now }: { readonly rule: KeepRule | null; readonly now: Date },
): Promise<Dated[]> {
  const out = outOfRule(newestFirst, rule, now);
  const pointedTo = await countReferences(db, siteId, out);
  return out.filter(({ takenOn }) => !pointedTo.has(takenOn));
}

/**
 * Removes what the rule of a layer lets go, except the capture that was published just now. Returns the removed rows; their files are removed
 * after the transaction.
 */
export async function applyKeepRule(
  tx: Db,
  { siteId, modeltypeId, newId, now }: LayerOfSite & { readonly newId: number; readonly now: Date },
): Promise<CaptureRow[]> {
  const layer = { siteId, modeltypeId };
  const rule = await keepRuleOf(tx, layer);
  if (rule === null) return [];
  const published = await publishedCaptures(tx, layer);
  const removable = await removableByRule(tx, siteId, published, { rule, now });
  const removed = removable.filter(({ id }) => id !== newId);
  await removeCaptures(tx, removed);
  return removed;
}
