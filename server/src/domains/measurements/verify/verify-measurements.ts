/** Computes measurements of a file again from the stored data. */
import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { pointclouds } from '@overlook/db/schema';
import { POINT_CLOUD } from '@overlook/shared/config';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { figureResult } from '@overlook/shared/measurements';
import type { MeasurementsFile } from '@overlook/shared/schemas';
import { type MeshIndexes, createMeshIndexes } from '../../../meshes/mesh-indexes.ts';
import { meshProcesses } from '../../../meshes/meshes-process.ts';
import { moveOfPlacement, type PlacedCloud } from '../../../pointclouds/placed-frame.ts';
import { findInThread } from '../../../pointclouds/shapes/find-in-thread.ts';
import { nearestInThread } from '../../../pointclouds/shapes/nearest-in-thread.ts';
import { measureInThread } from '../../../pointclouds/volumes/measure-in-thread.ts';
import type { StoredFolders } from '../../../storage/folders/stored-folders.ts';
import { heldVersion } from '../../../storage/version-folders.ts';
import type { StoredCapture } from '../../captures/find-capture.ts';
import { capturesOfSite, layerState } from '../layers-of.ts';
import { surfaceResult, volumeResult } from '../measured-result.ts';
import { type FileMeasurement, toleranceOf, type Verdict, type VerifiedMeasurement } from './verdict.ts';

interface VerifyStores {
  readonly db: Db;
  readonly folders: StoredFolders;
  readonly memoryMb: number;
}

interface VerifyContext {
  readonly signal: AbortSignal;
  onDone(done: number): void;
}

/** Data that lie farther from a point are not what was picked, metres; or this many of its likely errors. */
const REACH_LEAST_M = 0.05;
const REACH_ERRORS = 4;
const REACH_MOST_M = 2;

/** Why a value cannot be computed. */
class NotComputedError extends Error {
  override readonly name = 'NotComputedError';
  constructor(
    readonly verdict: Verdict,
    reason: string,
  ) {
    super(reason);
  }
}

/** Verifies the measurements of a file one after another. Throws the reason of `signal`. */
export async function verifyMeasurements(
  { db, folders, memoryMb }: VerifyStores,
  siteId: number,
  measurements: MeasurementsFile['measurements'],
  { signal, onDone }: VerifyContext,
): Promise<VerifiedMeasurement[]> {
  const stored = await capturesOfSite(db, siteId);
  const meshIndexes = createMeshIndexes({ folders, memoryMb, index: meshProcesses.index });
  const site: StoredSite = { db, folders, memoryMb, meshIndexes, stored, signal };
  const verified: VerifiedMeasurement[] = [];
  for (const measurement of measurements) {
    signal.throwIfAborted();
    verified.push(await verify(site, measurement));
    onDone(verified.length);
  }
  return verified;
}

interface StoredSite extends VerifyStores {
  readonly meshIndexes: MeshIndexes;
  readonly stored: readonly StoredCapture[];
  readonly signal: AbortSignal;
}

async function verify(site: StoredSite, measurement: FileMeasurement): Promise<VerifiedMeasurement> {
  const { id, name, unit, value } = measurement;
  const of = { id, name, unit, value };
  const tolerance = toleranceOf(measurement);
  try {
    assertOwnPoints(measurement, tolerance);
    const isReplaced = measurement.layers.map((layer) => layerState(layer, site.stored)).includes('replaced');
    const computed = await compute(site, measurement);
    if (Math.abs(computed - value) <= tolerance) return { ...of, computed, verdict: 'agrees', reason: '' };
    const reason = isReplaced
      ? 'The files of its layer were replaced since.'
      : 'The finest data of the layer give another value than the level of detail on which it was picked.';
    return { ...of, computed, verdict: 'changed', reason };
  } catch (error) {
    site.signal.throwIfAborted();
    if (error instanceof NotComputedError)
      return { ...of, computed: null, verdict: error.verdict, reason: error.message };
    const reason = `The data of its layer could not be read: ${error instanceof Error ? error.message : String(error)}`;
    return { ...of, computed: null, verdict: 'unchecked', reason };
  }
}

/** Throws where the value in the file is not that of the points in the file. */
function assertOwnPoints({ subject, value }: FileMeasurement, tolerance: number): void {
  if (subject.what !== 'figure') return;
  const points = subject.points.map(({ ecef, errorM }) => ({ pointEcef: ecef, errorMetres: errorM }));
  const own = figureResult(subject.kind, points)?.value;
  if (own === undefined || Math.abs(own - value) > tolerance)
    throw new NotComputedError('altered', 'The value in the file is not that of its own points.');
}

async function compute(site: StoredSite, measurement: FileMeasurement): Promise<number> {
  const { subject } = measurement;
  if (subject.what === 'figure') return computeFigure(site, measurement);
  const base = subject.what === 'volume' && subject.base.kind === 'capture' ? [subject.base.captureId] : [];
  return withClouds(site, [subject.captureId, ...base], async ([cloud, below]) => {
    if (subject.what === 'shape') {
      const { surface } = await findInThread({ ...cloud!, kind: subject.kind, pickEcef: subject.pick }, site.signal);
      if (surface) return surfaceResult(surface).value;
      throw new NotComputedError('changed', 'The exact points have no such surface there any more.');
    }
    const { rim, stepM, heightErrorM } = subject;
    const under = subject.base.kind === 'capture' ? { kind: 'cloud' as const, cloud: below! } : subject.base;
    const question = { cloud: cloud!, base: under, rimEcef: rim, stepM, heightErrorM };
    const measured = await measureInThread(question, site.signal);
    if (typeof measured !== 'string') return volumeResult(measured).value;
    throw new NotComputedError('changed', 'There are too few or too many points in the rim now.');
  });
}

/** The value of a figure whose points are moved to the stored data nearest to them. */
async function computeFigure(site: StoredSite, { subject, layers }: FileMeasurement): Promise<number> {
  if (subject.what !== 'figure') throw new TypeError('This is no figure.');
  const feet = subject.points.map(({ ecef }): Vec3 => [...ecef]);
  for (const layer of layers) {
    const capture = site.stored.find(({ id }) => id === layer.captureId);
    if (!capture) throw new NotComputedError('gone', `The capture of ${layer.takenOn} is not there any more.`);
    const own = subject.points.flatMap((point, index) =>
      point.modeltypeId === layer.modeltypeId && (point.takenOn === null || point.takenOn === layer.takenOn)
        ? [{ ...point, index }]
        : [],
    );
    const reachM = Math.min(
      REACH_MOST_M,
      own.reduce((most, { errorM }) => Math.max(most, REACH_ERRORS * errorM), REACH_LEAST_M),
    );
    const nearest = await nearestOf(site, capture, own, reachM);
    for (const [i, { index }] of own.entries()) {
      const foot = nearest[i];
      if (!foot)
        throw new NotComputedError(
          layerState(layer, site.stored) === 'replaced' ? 'changed' : 'unchecked',
          `Nothing of the stored data lies within ${reachM.toFixed(2)} m of its point ${index + 1}.`,
        );
      if (distance(foot, feet[index]!) > 0) feet[index] = foot;
    }
  }
  const result = figureResult(
    subject.kind,
    feet.map((pointEcef) => ({ pointEcef, errorMetres: 0 })),
  );
  if (result) return result.value;
  throw new NotComputedError('changed', 'The stored data nearest to its points give no value.');
}

function nearestOf(
  site: StoredSite,
  capture: StoredCapture,
  points: readonly { readonly ecef: readonly number[]; readonly errorM: number }[],
  reachM: number,
): Promise<(Vec3 | null)[]> {
  const placesEcef = points.map(({ ecef }) => [...ecef] as Vec3);
  const errorsM = points.map(({ errorM }) => errorM);
  if (capture.modeltypeId === POINT_CLOUD.id)
    return withClouds(site, [capture.id], ([cloud]) =>
      nearestInThread({ ...cloud!, placesEcef, errorsM, reachM }, site.signal),
    );
  const version = heldVersion(capture.filepath);
  if (!version) throw new NotComputedError('unchecked', 'The files of its layer are on another server.');
  return site.meshIndexes.withIndex(version, (folders) =>
    meshProcesses.nearest(
      { step: 'nearest', ...folders, placesEcef, reachM },
      { memoryMb: site.memoryMb, signal: site.signal },
    ),
  );
}

/** Gives the exact points of captures to `use`. */
async function withClouds<T>(
  { db, folders, stored }: StoredSite,
  captureIds: readonly number[],
  use: (clouds: readonly PlacedCloud[]) => Promise<T>,
): Promise<T> {
  const openFrom = async (at: number, open: readonly PlacedCloud[]): Promise<T> => {
    const captureId = captureIds[at];
    if (captureId === undefined) return use(open);
    const capture = stored.find(({ id }) => id === captureId);
    if (!capture) throw new NotComputedError('gone', 'The capture is not there any more.');
    const [cloud] = await db.select().from(pointclouds).where(eq(pointclouds.captureId, captureId));
    if (!cloud) throw new NotComputedError('unchecked', 'The capture has no exact points on the server.');
    const moveEcef = moveOfPlacement(capture.placement);
    return folders.with(cloud.filepath, (folder) => openFrom(at + 1, [...open, { folder, moveEcef }]));
  };
  return openFrom(0, []);
}
