import type { Vec3 } from '@overlook/shared/maths';
import { type LimitedProcessOptions, runLimited } from '../process/limited-process.ts';
import type { CutMeshes, MeshCut } from './cut-meshes.ts';
import type { DrawingPlot } from './plot-drawing.ts';
import type { ClippedBox, GlbAssembly, MeshExport } from './export-meshes.ts';
import type { IndexRequest } from './index-meshes.ts';
import type { MeasuredObjects, ObjectMeasuring } from './measure-objects.ts';
import type { NearestOnMeshes } from './nearest-on-meshes.ts';

/** Finished tiles and their total; for an index the total is not known in advance. */
export interface TileProgress {
  readonly done: number;
  readonly total: number | null;
}

/** The input of the process. */
export type MeshWork =
  | MeshExport
  | GlbAssembly
  | NearestOnMeshes
  | MeshCut
  | DrawingPlot
  | ObjectMeasuring
  | ({ readonly step: 'index' } & IndexRequest);

const inProcess = <Answer>(work: MeshWork, options: LimitedProcessOptions<TileProgress>): Promise<Answer> =>
  runLimited<Answer, TileProgress>({ worker: 'meshes-worker', base: import.meta.url }, work, options);

/**
 * The work of `indexMeshes`, `clipMeshes`, `assembleMeshes`, `cutMeshes`, `plotDrawing`, `measureObjects` and `nearestOnMeshes` in processes of their own, which block no request and are ended when they
 * take too much memory or are aborted. Throw as `runLimited` does; parts of files may be left then.
 */
export const meshProcesses = {
  index: (request: IndexRequest, options: LimitedProcessOptions<TileProgress>): Promise<number> =>
    inProcess({ step: 'index', ...request }, options),
  clip: (work: MeshExport, options: LimitedProcessOptions<TileProgress>): Promise<ClippedBox> =>
    inProcess(work, options),
  cut: (work: MeshCut, options: LimitedProcessOptions<TileProgress>): Promise<CutMeshes> => inProcess(work, options),
  plot: (work: DrawingPlot, options: LimitedProcessOptions<TileProgress>): Promise<number[]> =>
    inProcess(work, options),
  measure: (work: ObjectMeasuring, options: LimitedProcessOptions<TileProgress>): Promise<MeasuredObjects> =>
    inProcess(work, options),
  nearest: (work: NearestOnMeshes, options: LimitedProcessOptions<TileProgress>): Promise<(Vec3 | null)[]> =>
    inProcess(work, options),
  assemble: (work: GlbAssembly, options: LimitedProcessOptions<TileProgress>): Promise<number> =>
    inProcess(work, options),
};

export type MeshProcesses = typeof meshProcesses;
