import type { FileBytes } from '../file-bytes.ts';
import type { PointFormat, PointSourceFacts } from '../point-source.ts';
import { lasCrs } from './las-crs.ts';
import type { LasHeader } from './las-header.ts';
import { type LasVlrs, vlrData } from './las-vlrs.ts';

const EXTRA_BYTES_ROW = 192;
const MOST_NAMES = 8;

/** The facts of a LAS or LAZ file. */
export function lasFacts(
  { format, gpsTimes, grid, isWkt, points, recordBytes }: LasHeader,
  { vlrs, warnings: ofRecords }: LasVlrs,
  reading: { readonly format: PointFormat; readonly parts: number; readonly isCheapToReread: boolean },
): PointSourceFacts {
  const { crs, warnings } = lasCrs(vlrs, isWkt);
  const leftOut: string[] = [];
  if (recordBytes > format.bytes)
    leftOut.push(
      `Extra bytes of each point are not read: ${extraNames(vlrData(vlrs, 'LASF_Spec', 4), recordBytes - format.bytes)}.`,
    );
  if (format.nearInfrared !== null) leftOut.push('The near infrared of each point is not read.');
  if (format.hasWaves) leftOut.push('The waveforms are not read.');
  return {
    ...reading,
    points,
    grid,
    crs,
    fields: {
      color: format.color !== null,
      intensity: true,
      classification: true,
      returns: true,
      gpsTime: format.gpsTime === null ? null : gpsTimes,
    },
    warnings: [...ofRecords, ...warnings, ...leftOut],
  };
}

/** The names of the extra bytes as the file gives them ("Amplitude, Reflectance"), or their number. */
function extraNames(data: FileBytes | undefined, bytes: number): string {
  const names: string[] = [];
  const rows = Math.floor((data?.length ?? 0) / EXTRA_BYTES_ROW);
  for (let row = 0; row < rows && names.length <= MOST_NAMES; row++) {
    const name = data!.toString('utf8', row * EXTRA_BYTES_ROW + 4, row * EXTRA_BYTES_ROW + 36).split('\0', 1)[0]!;
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    const shown = name.replaceAll(/[\u0000-\u001f\u007f\ufffd]/g, '').trim();
    if (shown !== '') names.push(shown);
  }
  if (names.length === 0) return `${bytes} without a name`;
  return names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} and others` : names.join(', ');
}
