import { e57Source } from '@overlook/shared/point-files';
import { PointFile } from '../point-file.ts';
import type { OpenPointSource } from '../point-source.ts';

/** Opens an E57 file (ASTM E2807-11) on the disk. */
export const openE57: OpenPointSource = (path, name) => PointFile.with(path, name, e57Source);
