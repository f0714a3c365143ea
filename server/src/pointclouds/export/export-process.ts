import { type LimitedProcessOptions, runLimited } from '../../process/limited-process.ts';
import type { CloudExport, ExportedCloud, WholeExport } from './export-cloud.ts';

/**
 * Runs `exportCloud` in a process of its own, which blocks no request and is ended when it takes too much memory or is
 * aborted. Progress is in points. Throws as `runLimited` does; parts of files may be left then, because the process may
 * have been killed.
 */
export const exportInProcess = (
  work: CloudExport | WholeExport,
  options: LimitedProcessOptions<number>,
): Promise<ExportedCloud> =>
  runLimited<ExportedCloud, number>({ worker: 'export-worker', base: import.meta.url }, work, options);
