import {
  enuFrame,
  llaFromEcef,
  type Mat4,
  moveMatrix,
  moveOfMatrix,
  multiply,
  type RigidMove,
} from '@overlook/shared/maths';
import { fitPoints, type PointFit } from '../../pointclouds/fit/fit-points.ts';
import { readCloud, type ReadSceneOptions } from '../../pointclouds/fit/read-cloud.ts';
import { regionOf } from '../../pointclouds/fit/region.ts';
import { SceneSample } from '../../pointclouds/fit/scene-sample.ts';
import { readTiles } from './read-tiles.ts';

/** Where the points of a capture are read: its exact cloud, or its tiles. */
export type SceneFiles =
  | { readonly kind: 'cloud'; readonly folder: string }
  | { readonly kind: 'tiles'; readonly versionFolder: string; readonly entry: string };

/** Files, and how what is in them was moved; null where it lies as they have it. */
export interface PlacedFiles {
  readonly files: SceneFiles;
  readonly move: RigidMove | null;
}

export interface FitRequest {
  readonly scene: { readonly files: SceneFiles; readonly move: RigidMove };
  readonly neighbour: PlacedFiles;
  /** Nothing is fitted. */
  readonly measureOnly: boolean;
}

type Fitted = Extract<PointFit, { kind: 'fitted' }>;

export type SceneFit =
  | Exclude<PointFit, Fitted>
  | (Omit<Fitted, 'matrix'> & { /** From the files, in place of the one before. */ readonly move: RigidMove });

/** Points that are read at most, and that are kept. */
const SCENE = { read: 1_500_000, kept: 400_000 };
const NEIGHBOUR = { read: 4_000_000, kept: 1_500_000 };
/** Of both where nothing is fitted: a distance needs fewer. */
const MEASURED_SHARE = 0.2;
/** The neighbour is read so far around the scene, metres. */
const MARGIN_M = 3;

/** Fits a scene onto its neighbour; the tilt of its move stays. Throws where the files of either cannot be read. */
export async function fitScenes(
  { scene, neighbour, measureOnly }: FitRequest,
  onProgress: () => void = () => {},
): Promise<SceneFit> {
  const { pivotEcef, tiltDeg } = scene.move;
  const { enuFromEcef, ecefFromEnu } = enuFrame(llaFromEcef(pivotEcef));
  const read = async (
    { files, move }: PlacedFiles,
    { kept, ...rest }: { kept: number } & Omit<ReadSceneOptions, 'fromEcef' | 'onProgress'>,
  ) => {
    const sample = new SceneSample(kept);
    const fromEcef: Mat4 = move ? multiply(enuFromEcef, moveMatrix(move)) : enuFromEcef;
    const options = { ...rest, fromEcef, onProgress };
    if (files.kind === 'cloud') await readCloud(files.folder, sample, options);
    else await readTiles(files.versionFolder, files.entry, sample, options);
    return sample;
  };
  const share = measureOnly ? MEASURED_SHARE : 1;
  const own = await read(scene, { kept: share * SCENE.kept, pointsMost: share * SCENE.read, region: null });
  const region = regionOf(own, MARGIN_M);
  if (region === null) return { kind: 'apart', distanceM: null, overlap: 0 };
  const other = await read(neighbour, {
    kept: share * NEIGHBOUR.kept,
    pointsMost: share * NEIGHBOUR.read,
    region,
  });
  const fit = fitPoints(own, other, measureOnly);
  if (fit.kind !== 'fitted') return fit;
  const { matrix, ...figures } = fit;
  const moved = multiply(ecefFromEnu, multiply(matrix, multiply(enuFromEcef, moveMatrix(scene.move))));
  return { ...figures, move: { ...moveOfMatrix(moved, pivotEcef), tiltDeg } };
}
