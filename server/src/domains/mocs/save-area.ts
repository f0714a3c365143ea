import { randomUUID } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocAreas } from '@overlook/db/schema';
import { AREAS_MOST } from '@overlook/shared/config';
import { AREA_RULES, MOCS_MESSAGES } from '@overlook/shared/messages';
import { areaProblem } from '@overlook/shared/mocs';
import type { AreaPoint, MocArea, saveAreaInputSchema, savedAreaSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid, notFound } from '../../errors/app-error.ts';
import { changeMoc } from './change-moc.ts';
import { areaChanges } from './field-changes.ts';
import { describeArea } from './load-mocs.ts';
import { siteOrigin } from './places.ts';

type Input = z.output<typeof saveAreaInputSchema>;

/** Throws 400 with the rule that the shape breaks. */
async function assertShape(db: Db, input: Input): Promise<void> {
  const problem = areaProblem(input, await siteOrigin(db, input.siteId));
  if (!problem) return;
  const sentence = AREA_RULES[problem.rule];
  const field = problem.rule === 'heights' ? 'topHeight' : 'points';
  throw invalid(sentence, { [problem.corner === undefined ? field : `points.${problem.corner}`]: sentence });
}

/** Corners in ring order, numbered without gaps. */
const inOrder = (points: readonly AreaPoint[]): AreaPoint[] =>
  points.toSorted((a, b) => a.position - b.position).map((point, position) => ({ ...point, position }));

/**
 * The area of the change that this one replaces: that with `uuid`, or the one that an earlier attempt has added as
 * `newUuid`. Null for a new one. Throws 404 when `uuid` is none of the change's areas, 409 when `newUuid` is that of
 * any other.
 */
async function findReplaced(tx: Db, { id, uuid, newUuid }: Input): Promise<MocArea | null> {
  const named = uuid ?? newUuid;
  const [row] = named === undefined ? [] : await tx.select().from(mocAreas).where(eq(mocAreas.uuid, named));
  if (row?.mocId === id && row.archivedAt === null) return describeArea(row);
  if (uuid !== undefined) throw notFound(MOCS_MESSAGES['area.notFound']);
  if (row) throw conflict(MOCS_MESSAGES['area.uuidTaken']);
  const ofMoc = and(eq(mocAreas.mocId, id), isNull(mocAreas.archivedAt));
  const [has] = await tx.select({ areas: count() }).from(mocAreas).where(ofMoc);
  if (has!.areas >= AREAS_MOST) throw invalid(MOCS_MESSAGES['area.tooMany']);
  return null;
}

/**
 * Adds an area to a change, or replaces the one with `uuid`. A repeated call with the same `newUuid` adds no second
 * one. Throws
 * 400 for a shape that breaks a rule of areas; 404; 409 when another person has saved since `version`.
 */
export async function saveArea(ctx: SignedInContext, input: Input): Promise<z.input<typeof savedAreaSchema>> {
  await assertShape(ctx.db, input);
  const { name, bottomHeight, topHeight, capped, colour = null } = input;
  const columns = { name, bottomHeight, topHeight, capped, colour, points: inOrder(input.points) };
  const uuid = input.uuid ?? input.newUuid ?? randomUUID();
  const moc = await changeMoc(ctx, 'mocs.saveArea', input, async (tx) => {
    const before = await findReplaced(tx, input);
    const [row] = before
      ? await tx.update(mocAreas).set(columns).where(eq(mocAreas.uuid, uuid)).returning()
      : await tx
          .insert(mocAreas)
          .values({ ...columns, uuid, mocId: input.id, createdAt: ctx.clock.now() })
          .returning();
    return { areas: areaChanges(before, describeArea(row!)) };
  });
  return { status: 'success', moc, area: moc.polygons[uuid]! };
}
