import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites, users } from '@overlook/db/schema';
import { type DrawingFormat, modelType } from '@overlook/shared/config';
import { dateTimeText, dayText, numberText } from '@overlook/shared/format';
import { llaFromEcef } from '@overlook/shared/maths';
import { EXPORTS_MESSAGES, formatMessage, moreTrianglesText } from '@overlook/shared/messages';
import type { TileProgress } from '../../meshes/meshes-process.ts';
import type { JobRun } from '../../services/jobs/job-handler.ts';
import { findLayer, namesOf } from './crop-layer.ts';
import type { CropStores } from './crop-stores.ts';
import { newPartFile } from './export-files.ts';
import type { DownloadRow } from './find-download.ts';

interface Attempt {
  readonly parts: readonly { readonly row: DownloadRow; readonly path: string }[];
  readonly run: Pick<JobRun, 'signal' | 'report'>;
}

/** Complete files under the names of their parts, or the reason why there are none. */
type DrawnLayer = { readonly triangles: number; readonly sizesBytes: number[] } | { readonly refusal: string };

/** Writes the drawing of a request in all its formats. Throws what `runLimited` throws. */
export async function drawLayer(stores: CropStores, { parts, run }: Attempt): Promise<DrawnLayer> {
  const { db, filesDir, env, meshes, meshIndexes, clock } = stores;
  const { row } = parts[0]!;
  const layer = await findLayer(db, row);
  const drawing = row.drawing!;
  if (!layer) return { refusal: EXPORTS_MESSAGES['export.layerReplaced'] };
  const jsonPath = await newPartFile(filesDir, row.filename);
  const onProgress = ({ done, total }: TileProgress) =>
    run.report({ label: 'Cutting tiles', done, total, unit: 'items' });
  const options = { memoryMb: env.convertMemoryMb, signal: run.signal, onProgress };
  try {
    const { box } = row;
    const trianglesMost = env.exportTrianglesMost;
    const cut = await meshIndexes.withIndex(layer.version, (folders) =>
      meshes.cut({ step: 'cut', ...folders, ...planeOf(row), trianglesMost, jsonPath }, options),
    );
    if (cut.refused === 'behind') return { refusal: EXPORTS_MESSAGES['export.behindTooMuch'] };
    if (cut.refused) return { refusal: moreTrianglesText(trianglesMost) };
    if (cut.triangles === 0) return { refusal: EXPORTS_MESSAGES['export.drawingEmpty'] };
    const madeAt = clock.now();
    const files = parts.map(({ row: { format }, path }) => ({ format: format as DrawingFormat, path }));
    const names = await namesOf(db, layer.captureId, cut.layerIds);
    const facts = await factsOf(db, row, { productName: env.productName, madeAt });
    const { coordinates, description: title } = row;
    const work = { step: 'plot' as const, jsonPath, files, names, box, drawing, coordinates, title, facts };
    const sizesBytes = await meshes.plot({ ...work, madeAt: madeAt.toISOString() }, options);
    return { triangles: cut.triangles, sizesBytes };
  } finally {
    await rm(jsonPath, { force: true });
  }
}

/** Drawings of earlier versions have nothing behind their plane. */
const planeOf = ({ box, drawing }: DownloadRow) => ({ box, view: drawing!.view, behind: drawing!.behind ?? false });

/** What the title block says below the title. */
async function factsOf(
  db: Db,
  { siteId, modeltypeId, takenOn, requestedBy, box, drawing }: DownloadRow,
  { productName, madeAt }: { productName: string; madeAt: Date },
): Promise<string[]> {
  const [site] = await db.select({ name: sites.name }).from(sites).where(eq(sites.id, siteId));
  const [person] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, requestedBy ?? 0));
  const { height } = llaFromEcef([box.centerX, box.centerY, box.centerZ]);
  const say = (key: keyof typeof EXPORTS_MESSAGES, values: Record<string, string>) =>
    formatMessage(EXPORTS_MESSAGES[key], values);
  const layer = modelType(modeltypeId!).label;
  return [
    site!.name,
    takenOn === null ? layer : say('export.drawingLayer', { layer, day: dayText(takenOn) }),
    drawing!.view === 'plan'
      ? say('export.drawingPlan', { height: numberText(height, 2) })
      : say('export.drawingSection', { degrees: numberText((box.degrees + 360) % 360, 1) }),
    ...(person
      ? [say('export.drawingBy', { name: `${person.firstName} ${person.lastName}`, product: productName })]
      : []),
    say('export.drawingMade', { date: dateTimeText(madeAt) }),
    EXPORTS_MESSAGES['export.drawingFor'],
  ];
}
