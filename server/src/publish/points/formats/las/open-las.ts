import { lasSource } from '@overlook/shared/point-files';
import { loadLazPerf } from '../laz/load-laz-perf.ts';
import { PointFile } from '../point-file.ts';
import type { OpenPointSource } from '../point-source.ts';

/** Opens a LAS, LAZ or COPC file. */
export const openLas: OpenPointSource = (path, name) =>
  PointFile.with(path, name, (file) => lasSource(file, loadLazPerf));
