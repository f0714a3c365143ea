import type { ExportFormat } from '@overlook/shared/config';
import { createE57Writer } from './e57/e57-writer.ts';
import { createLasWriter } from './las-writer.ts';
import type { CreatePointWriter } from './point-writer.ts';
import { createPtsWriter } from './pts-writer.ts';

/** The writer of each format of an export. */
export const POINT_WRITERS: Readonly<Record<ExportFormat, CreatePointWriter>> = {
  E57: createE57Writer,
  PTS: createPtsWriter,
  LAS: createLasWriter,
};
