import { join } from 'node:path';
import { utimes, writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pointgrabDownloads } from '@overlook/db/schema';
import type { Download } from '@overlook/shared/schemas';
import { EXPORTS } from '@overlook/shared/config';
import { exportKey } from './export-files.ts';
import { sweepExports } from './sweep-exports.ts';
import { cropWorker, writing } from './testing/crop-worker.ts';

const place = cropWorker();
const { workerWith, ask, listed, remove, files } = place;

describe('the daily sweep', () => {
  const sweep = () =>
    sweepExports({ db: place.server.database.db, objects: place.server.objects, clock: place.server.clock });

  it('removes exports that have expired or stay deleted, with their files', async () => {
    const [kept, deleted] = await ask();
    const [expired] = await ask({ formats: ['LAS'] });
    await workerWith(writing).runDue();
    const { db } = place.server.database;
    const stored = (await listed()).map(({ uuid, filename }) => ({ uuid, filename }));
    await remove(deleted!);
    await db
      .update(pointgrabDownloads)
      .set({ expiresAt: place.server.clock.now() })
      .where(eq(pointgrabDownloads.uuid, expired!.uuid));
    place.server.clock.advance(1);
    expect(await sweep()).toMatchObject({ rows: 1 });
    place.server.clock.advance(EXPORTS.undoMs);
    expect(await sweep()).toMatchObject({ rows: 1 });
    expect((await files()).filter((name) => stored.some(({ filename }) => filename === name))).toEqual(
      stored.filter(({ uuid }) => uuid === kept!.uuid).map(({ filename }) => filename),
    );
    expect((await listed()).map(({ uuid }) => uuid)).toEqual([kept!.uuid]);
  });

  it('removes files without a row and parts when they are a day old', async () => {
    const [{ uuid }] = (await ask({ formats: ['LAS'] })) as [Download];
    await workerWith(writing).runDue();
    const kept = (await listed()).find((one) => one.uuid === uuid);
    const at = (days: number) => new Date(place.server.clock.now().getTime() - days * 86_400_000);
    const make = async (name: string, date: Date) => {
      await writeFile(join(place.server.filesDir, exportKey(name)), 'x');
      await utimes(join(place.server.filesDir, exportKey(name)), date, date);
      return name;
    };
    await utimes(join(place.server.filesDir, exportKey(kept!.filename)), at(2), at(2));
    const orphan = await make(`${crypto.randomUUID()}.e57`, at(2));
    const part = await make(`${kept!.filename}.${crypto.randomUUID()}.part`, at(2));
    const fresh = await make(`${kept!.filename}.${crypto.randomUUID()}.part`, at(0.5));
    expect((await sweep()).files).toBeGreaterThanOrEqual(2);
    const left = await files();
    expect([orphan, part, fresh, kept!.filename].map((name) => left.includes(name))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
