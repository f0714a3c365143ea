import type { FileBytes } from '../file-bytes.ts';
import type { StatedCrs } from '../point-source.ts';
import { type LasVlr, vlrData } from './las-vlrs.ts';

/** The coordinate system that a LAS file states; the warnings are sentences. */
export interface LasCrs {
  readonly crs: StatedCrs | null;
  readonly warnings: readonly string[];
}

/** Numbers of GeoTIFF keys (OGC 19-008r4). */
const KEY = {
  model: 1024,
  geographic: 2048,
  projected: 3072,
  vertical: 4096,
  verticalUnit: 4099,
} as const;
const MODEL_GEOCENTRIC = 3;
const USER_DEFINED = 32767;
/** Metres of a unit of length by its EPSG code: metre, foot, US survey foot. */
const METRES_PER_UNIT: ReadonlyMap<number, number> = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
]);
const KEY_BYTES = 8;

/**
 * The coordinate system of a LAS file. A file states it as WKT or as GeoTIFF keys; `isWkt`, the bit of the header, says
 * which one counts where it has both. Keys that define a system of their own are not read: such a file needs the WKT
 * beside them.
 */
export function lasCrs(vlrs: readonly LasVlr[], isWkt: boolean): LasCrs {
  const text = wktOf(vlrData(vlrs, 'LASF_Projection', 2112));
  const wkt: StatedCrs | null = text === '' ? null : { kind: 'wkt', wkt: text };
  if (wkt !== null && isWkt) return { crs: wkt, warnings: [] };
  const keys = geoKeys(vlrData(vlrs, 'LASF_Projection', 34735));
  const model = keys.get(KEY.model);
  const code =
    model === MODEL_GEOCENTRIC ? keys.get(KEY.geographic) : (keys.get(KEY.projected) ?? keys.get(KEY.geographic));
  if (code === undefined || code === 0) return { crs: wkt, warnings: [] };
  if (code === USER_DEFINED || model === USER_DEFINED) return { crs: wkt, warnings: wkt === null ? [OWN_SYSTEM] : [] };
  const metresPerHeightUnit = METRES_PER_UNIT.get(keys.get(KEY.verticalUnit) ?? 0);
  const unit = metresPerHeightUnit === undefined ? {} : { metresPerHeightUnit };
  return {
    crs: { kind: 'epsg', horizontal: code, vertical: verticalOf(keys), ...unit },
    warnings: unitWarnings(keys),
  };
}

const OWN_SYSTEM =
  'The file defines a coordinate system of its own by GeoTIFF keys, which is not read; state its code when you import.';

function verticalOf(keys: ReadonlyMap<number, number>): number | null {
  const code = keys.get(KEY.vertical);
  return code === undefined || code === 0 || code === USER_DEFINED ? null : code;
}

function unitWarnings(keys: ReadonlyMap<number, number>): string[] {
  const unit = keys.get(KEY.verticalUnit);
  if (!unit || unit === USER_DEFINED || METRES_PER_UNIT.has(unit)) return [];
  return [`Heights are stated in a unit that is not known (EPSG:${unit}); they are read in that of the plan.`];
}

/** The keys whose value is in the directory itself: key number to value. */
function geoKeys(data: FileBytes | undefined): Map<number, number> {
  const keys = new Map<number, number>();
  if (data === undefined || data.length < KEY_BYTES) return keys;
  const count = Math.min(data.readUInt16LE(6), Math.floor(data.length / KEY_BYTES) - 1);
  for (let i = 1; i <= count; i++) {
    const at = i * KEY_BYTES;
    if (data.readUInt16LE(at + 2) === 0) keys.set(data.readUInt16LE(at), data.readUInt16LE(at + 6));
  }
  return keys;
}

const wktOf = (data: FileBytes | undefined): string => (data?.toString('utf8') ?? '').split('\0', 1)[0]!.trim();
