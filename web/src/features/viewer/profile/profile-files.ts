/** The files of a profile: how large each is, and how it is made. */
import type { CsvCoordinates, ProfileExport, ProfileShown } from '@overlook/engine';
import { engine } from './engine.ts';
import { labelledLeg, type MeasuredLeg } from './section-leg.ts';

export type PointFormat = 'dxf' | 'csv' | 'las';

export interface FileSizes {
  readonly csvBytes: number;
  readonly lasBytes: number;
  readonly dxfBytes: number;
  /** Points that the drawing has. */
  readonly drawnPoints: number;
}

const TYPES: Readonly<Record<PointFormat, string>> = {
  csv: 'text/csv',
  las: 'application/vnd.las',
  dxf: 'image/vnd.dxf',
};

const exportOf = ({ frame, points }: ProfileShown): ProfileExport => ({ frame, ...points });

/** LAS is exact, the others are within a few per cent. */
export function fileSizes(shown: ProfileShown, coordinates: CsvCoordinates): FileSizes {
  const { count } = shown.summary;
  return {
    csvBytes: engine.csvBytes(exportOf(shown), coordinates, count),
    lasBytes: engine.lasBytes(exportOf(shown), shown.summary),
    dxfBytes: engine.dxfBytes(count),
    drawnPoints: Math.ceil(count / engine.drawingStep(count)),
  };
}

/** Makes a file of the points that are shown. Rejects with the signal's reason when aborted. */
export function makePointFile(
  format: PointFormat,
  shown: ProfileShown,
  options: { coordinates: CsvCoordinates; legs: readonly MeasuredLeg[]; signal: AbortSignal },
): Promise<Blob> {
  const { coordinates, legs, signal } = options;
  return engine.profileFile(partsOf(format, shown, coordinates, legs), TYPES[format], signal);
}

function partsOf(
  format: PointFormat,
  shown: ProfileShown,
  coordinates: CsvCoordinates,
  legs: readonly MeasuredLeg[],
): Iterable<string | Uint8Array> {
  const profile = exportOf(shown);
  if (format === 'csv') return engine.profileCsv(profile, coordinates);
  if (format === 'las') return engine.profileLas(profile, shown.summary);
  // Drawings are in metres throughout, in any unit system of the interface.
  const drawn = legs.map((leg) => labelledLeg(leg, 'metric')).map(({ from, to, leg }) => ({ from, to, text: leg }));
  return engine.profileDxf(profile, shown.summary.count, drawn);
}
