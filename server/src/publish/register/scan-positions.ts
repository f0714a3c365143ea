import { asc, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { scanPositions } from '@overlook/db/schema';
import { NAME_LONGEST, SCAN_POSITIONS_MOST } from '@overlook/shared/config';
import type { ScanPosition } from '../points/beside/beside-points.ts';

/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

type Row = Omit<typeof scanPositions.$inferInsert, 'captureId' | 'number'>;

/** Replaces the scan positions of a capture. With a part they are those of the capture that it is a part of, and then those of its files. */
export async function registerScanPositions(
  tx: Pick<Db, 'select' | 'delete' | 'insert'>,
  { captureId, partOfCaptureId }: { readonly captureId: number; readonly partOfCaptureId: number | null },
  positions: readonly ScanPosition[],
): Promise<void> {
  const own = positions.map(({ name, guid, place, takenAt, points }): Row => ({
    name: name.slice(0, NAME_LONGEST),
    guid: guid.slice(0, NAME_LONGEST),
    ...place,
    takenAt,
    points,
  }));
  const names = new Set(own.map(nameOf));
  const kept = partOfCaptureId === null ? [] : await positionsOf(tx, partOfCaptureId);
  await tx.delete(scanPositions).where(eq(scanPositions.captureId, captureId));
  const rows = [...kept.filter((one) => !names.has(nameOf(one))), ...own]
    .slice(-SCAN_POSITIONS_MOST)
    .map((row, index) => ({ ...row, captureId, number: index + 1 }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx.insert(scanPositions).values(rows.slice(from, from + ROWS_AT_ONCE));
}

const nameOf = ({ guid, name }: Row): string => JSON.stringify([guid, name]);

async function positionsOf(tx: Pick<Db, 'select'>, captureId: number): Promise<Row[]> {
  const rows = await tx
    .select()
    .from(scanPositions)
    .where(eq(scanPositions.captureId, captureId))
    .orderBy(asc(scanPositions.number));
  return rows.map(({ captureId: _captureId, number: _number, ...row }) => row);
}
