import { closeSync, openSync, readSync } from 'node:fs';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { openE57 } from './formats/e57/open-e57.ts';
import { openLas } from './formats/las/open-las.ts';
import { openPly } from './formats/ply/open-ply.ts';
import type { OpenPointSource } from './formats/point-source.ts';
import { openPts } from './formats/pts.ts';
import { openPtx } from './formats/ptx.ts';

/** First bytes of the formats that can be recognised by them. */
const SIGNATURES: readonly (readonly [signature: string, open: OpenPointSource])[] = [
  ['LASF', openLas],
  ['ASTM-E57', openE57],
  ['ply\n', openPly],
  ['ply\r', openPly],
  ['ply ', openPly],
  ['ply\t', openPly],
];
const LONGEST_SIGNATURE = 8;

/** Formats without a signature, by the ending of the name. */
const TEXT: Readonly<Record<string, OpenPointSource>> = { pts: openPts, ptx: openPtx };

const POINT_FILE = /\.(las|laz|e57|pts|ptx|ply)$/i;

/** Whether a file is read as a point cloud, by the ending of its name. */
export const isPointFile = (name: string): boolean => POINT_FILE.test(name);

/**
 * Opens a file with points by its content, or by its ending where the content is not enough. Throws
 * `ImportRefusedError`.
 */
export const openPointSource: OpenPointSource = async (path, name) => {
  const start = firstBytes(path);
  const open =
    SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1] ?? TEXT[name.toLowerCase().split('.').at(-1)!];
  if (!open)
    throw new ImportRefusedError(
      name,
      '',
      start === ''
        ? 'is empty.'
        : 'is no point cloud that is read here: LAS, LAZ, COPC, E57, PTS, PTX or PLY. Its first bytes are those of none of them.',
    );
  return open(path, name);
};

function firstBytes(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(LONGEST_SIGNATURE);
    return bytes.toString('latin1', 0, readSync(fd, bytes, 0, LONGEST_SIGNATURE, 0));
  } finally {
    closeSync(fd);
  }
}
