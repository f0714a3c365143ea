import { and, eq, sql } from 'drizzle-orm';
import { among, batches, type Db } from '@overlook/db';
import { rolePermissions } from '@overlook/db/schema';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { ExplicitPermissions } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { holdingOf, loadHoldings } from '../permissions/holdings.ts';
import { refuseUnheld } from '../permissions/refuse-overreach.ts';
import { visibleScopes } from '../permissions/visible-sites.ts';

/** Allow, Deny, or Inherit (null). */
type Answer = boolean | null;
type AnswersInput = Readonly<Record<string, Readonly<Record<string, Answer>>>>;

interface AnswerChange {
  readonly siteId: number;
  readonly token: string;
  readonly from: Answer;
  readonly to: Answer;
}

/** What some roles answer at the scopes given, by role. */
export async function loadAnswers(
  db: Db,
  roleIds: Iterable<number>,
  scopes: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ExplicitPermissions>> {
  const answers = new Map<number, ExplicitPermissions>();
  const rows = await db.select().from(rolePermissions).where(among(rolePermissions.roleId, roleIds));
  for (const { roleId, siteId, token, allowed } of rows) {
    if (!scopes.has(siteId)) continue;
    const bySite = answers.get(roleId) ?? {};
    answers.set(roleId, bySite);
    (bySite[siteId] ??= {})[token] = allowed;
  }
  return answers;
}

function compareAnswers(stored: AnswersInput, wanted: AnswersInput): AnswerChange[] {
  const siteIds = new Set([...Object.keys(stored), ...Object.keys(wanted)]);
  return [...siteIds].flatMap((siteId) => {
    const tokens = new Set([...Object.keys(stored[siteId] ?? {}), ...Object.keys(wanted[siteId] ?? {})]);
    return [...tokens]
      .map((token) => ({
        siteId: Number(siteId),
        token,
        from: stored[siteId]?.[token] ?? null,
        to: wanted[siteId]?.[token] ?? null,
      }))
      .filter(({ from, to }) => from !== to);
  });
}

/** Deny is the least, then Inherit, then Allow. */
const rank = (answer: Answer) => (answer === null ? 0 : answer ? 1 : -1);

async function store(tx: Db, roleId: number, changes: readonly AnswerChange[]): Promise<void> {
  const places = JSON.stringify(changes.map(({ siteId, token }) => ({ site_id: siteId, token })));
  const { siteId, token } = rolePermissions;
  const changed = sql`(${siteId}, ${token}) in (select site_id, token
    from json_to_recordset(${places}::text::json) as changed (site_id integer, token text))`;
  await tx.delete(rolePermissions).where(and(eq(rolePermissions.roleId, roleId), changed));
  const rows = changes.flatMap(({ to, from: _, ...place }) => (to === null ? [] : [{ roleId, ...place, allowed: to }]));
  for (const batch of batches(rows)) await tx.insert(rolePermissions).values(batch);
}

/**
 * Makes `wanted` the role's answers at the sites that the caller may view; those at other sites stay. An absent map leaves
 * everything. Returns what changed. Throws 400 for a site that does not exist for the caller, and 403 where an answer was
 * raised (towards Allow) that the caller does not hold there: also in a role that nobody has yet, for whoever hands it
 * out later may not look.
 */
export async function setAnswers(
  tx: Db,
  ctx: SignedInContext,
  roleId: number,
  wanted: AnswersInput | undefined,
): Promise<AnswerChange[]> {
  if (!wanted) return [];
  const { userId } = ctx.caller;
  const caller = holdingOf(await loadHoldings(tx, [userId]), userId);
  const scopes = await visibleScopes(tx, caller);
  const unknown = Object.keys(wanted).find((siteId) => !scopes.has(Number(siteId)));
  const sentence = ADMIN_MESSAGES['site.unknown'];
  if (unknown !== undefined) throw invalid(sentence, { [`explicitPermissions.${unknown}`]: sentence });
  const stored = (await loadAnswers(tx, [roleId], scopes)).get(roleId) ?? {};
  const changes = compareAnswers(stored, wanted);
  refuseUnheld(
    caller,
    changes.filter(({ from, to }) => rank(to) > rank(from)),
  );
  await store(tx, roleId, changes);
  return changes;
}
