import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { pointclouds } from '@overlook/db/schema';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import { type fitCaptureInputSchema, type FittedCapture, placementSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, unavailable } from '../../errors/app-error.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { ProcessEndedError, WorkFailedError } from '../../process/limited-process.ts';
import { fitInProcess } from '../../publish/fit/fit-process.ts';
import type { FitRequest, PlacedFiles, SceneFiles, SceneFit } from '../../publish/fit/fit-scenes.ts';
import { type CaptureRow, publishedCaptures } from '../../publish/register/stored-captures.ts';
import {
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
  QueueFullError,
} from '../../services/concurrency-limit.ts';
import { readableValue } from '../../services/stored-rows.ts';
import { type LayerName, layerModelType } from '../../storage/layers.ts';
import type { FolderName } from '../../storage/folders/packed-parts.ts';
import { heldVersion, versionName } from '../../storage/version-folders.ts';
import { findOwnCapture } from './change-capture.ts';

/** Layers that a capture of another one is fitted to, the most exact first. */
const NEIGHBOURS: readonly LayerName[] = ['points', 'textured', 'shaded', 'cad'];
const LONGEST_MS = 3 * 60_000;

/** The exact cloud of a capture, or its tiles, wherever they are stored. */
type StoredFiles =
  | { readonly kind: 'cloud'; readonly name: FolderName }
  | { readonly kind: 'tiles'; readonly name: FolderName; readonly entry: string };
type PlacedStored = Pick<PlacedFiles, 'move'> & { readonly files: StoredFiles };

const withFiles = <T>(
  { folders }: SignedInContext,
  stored: StoredFiles,
  use: (files: SceneFiles) => Promise<T>,
): Promise<T> =>
  folders.with(stored.name, (folder) =>
    use(
      stored.kind === 'cloud'
        ? { kind: 'cloud', folder }
        : { kind: 'tiles', versionFolder: folder, entry: stored.entry },
    ),
  );

/** Each needs memory and a core, so one runs at a time, and few wait: of one person one. Other requests of that person go on. */
const oneAtATime = createConcurrencyLimit(1, 10);
const oneOfPerson = createKeyedConcurrencyLimit(1);

/**
 * Fits a capture, from a move of its delivered files, to the newest other capture of its layer, or of another layer; the database stays as it is.
 * Throws 404 for a capture that does not exist for the caller, 409 where there is nothing to fit it to and where files cannot be read, 503 where
 * too many others wait.
 */
export async function fitCapture(
  ctx: SignedInContext,
  { placement, measureOnly, ...which }: z.output<typeof fitCaptureInputSchema>,
): Promise<FittedCapture> {
  const capture = await findOwnCapture(ctx.db, ctx, which);
  const files = await filesOf(ctx, capture, capture.deliveredFilepath ?? capture.filepath);
  if (!files) throw conflict(CAPTURES_MESSAGES['captures.filesElsewhere']);
  const neighbour = await neighbourOf(ctx, capture);
  if (!neighbour) throw conflict(CAPTURES_MESSAGES['captures.noNeighbour']);
  const fit = await fitInTurn(ctx, { scene: { files, move: placement }, neighbour, measureOnly });
  if (fit.kind !== 'fitted') return fit;
  const { kind, move, count, rmsM, overlap, distanceM, kept } = fit;
  return {
    kind,
    placement: { ...move, tiltDeg: placement.tiltDeg, by: 'fit', count, rmsM },
    overlap,
    distanceM,
    kept: [...kept],
  };
}

interface FitOfStored {
  readonly scene: { readonly files: StoredFiles; readonly move: FitRequest['scene']['move'] };
  readonly neighbour: PlacedStored;
  readonly measureOnly: boolean;
}

async function fitInTurn(ctx: SignedInContext, { scene, neighbour, measureOnly }: FitOfStored): Promise<SceneFit> {
  const signal = () => AbortSignal.any([ctx.ended, AbortSignal.timeout(LONGEST_MS)]);
  const fit = () =>
    withFiles(ctx, scene.files, (own) =>
      withFiles(ctx, neighbour.files, (other) => {
        const placed = { scene: { ...scene, files: own }, neighbour: { ...neighbour, files: other } };
        return fitInProcess({ ...placed, measureOnly }, signal());
      }),
    );
  try {
    return await oneOfPerson(String(ctx.caller.userId), () => oneAtATime(fit));
  } catch (error) {
    if (error instanceof QueueFullError) throw unavailable();
    const isOfFiles = [ImportRefusedError, WorkFailedError, ProcessEndedError].some((Fault) => error instanceof Fault);
    const isTooLong = error instanceof Error && error.name === 'TimeoutError';
    if (!isOfFiles && !isTooLong) throw error;
    ctx.log.warn({ err: error }, 'a capture was not fitted');
    throw conflict(CAPTURES_MESSAGES['captures.notRead']);
  }
}

/** The newest other published capture of the same layer, else of another one, whose files are held here. */
async function neighbourOf(
  ctx: SignedInContext,
  { id, siteId, modeltypeId }: CaptureRow,
): Promise<PlacedStored | null> {
  const others = NEIGHBOURS.map((layer) => layerModelType(layer).id).filter((layer) => layer !== modeltypeId);
  for (const layer of [modeltypeId, ...others])
    for (const capture of await publishedCaptures(ctx.db, { siteId, modeltypeId: layer })) {
      if (capture.id === id) continue;
      const files = await filesOf(ctx, capture, capture.filepath);
      if (!files) continue;
      // Its tiles have been moved, its exact points have not.
      const move = files.kind === 'cloud' ? placementOf(ctx, capture) : null;
      return { files, move };
    }
  return null;
}

const placementOf = ({ log }: SignedInContext, { id, placement }: CaptureRow) =>
  readableValue(log, `placement of capture ${id}`, placementSchema.nullable(), placement, null);

/** The exact cloud of a capture, else its tiles at `filepath`; null where another server holds them. */
async function filesOf({ db }: SignedInContext, { id }: CaptureRow, filepath: string): Promise<StoredFiles | null> {
  const [cloud] = await db
    .select({ filepath: pointclouds.filepath })
    .from(pointclouds)
    .where(eq(pointclouds.captureId, id));
  if (cloud) return { kind: 'cloud', name: cloud.filepath };
  const held = heldVersion(filepath);
  return held && { kind: 'tiles', name: versionName(held.folder), entry: held.entry };
}
