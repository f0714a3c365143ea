import type { PointFile } from '../point-file.ts';
import type { E57Field } from './e57-fields.ts';
import type { E57Scan } from './e57-scans.ts';

/** Which fields of a scan are read; numbers of fields. */
export interface ScanLayout {
  readonly isSpherical: boolean;
  /** X, Y, Z, or range, azimuth, elevation. */
  readonly coordinates: readonly [number, number, number];
  /** Fields that mark a value as invalid by anything but 0; null where there is none. */
  readonly isInvalid: number | null;
  readonly intensity: number | null;
  readonly isIntensityInvalid: number | null;
  readonly color: readonly [number, number, number] | null;
  readonly isColorInvalid: number | null;
}

const CARTESIAN = ['cartesianX', 'cartesianY', 'cartesianZ'];
const SPHERICAL = ['sphericalRange', 'sphericalAzimuth', 'sphericalElevation'];
const COLOR = ['colorRed', 'colorGreen', 'colorBlue'];
/**
 * These fields are not read, and no information is lost: the position in the scanner's grid, and the same coordinates
 * in another form.
 */
const OF_NO_INTEREST = new Set([
  ...CARTESIAN,
  ...SPHERICAL,
  'cartesianInvalidState',
  'sphericalInvalidState',
  'rowIndex',
  'columnIndex',
]);

/** Throws the refusals of `file` where the points have no coordinates. */
export function layoutOf(scan: E57Scan, file: PointFile): ScanLayout {
  const at = (name: string): number | null => {
    const index = scan.fields.findIndex((field) => field.name === name);
    return index < 0 ? null : index;
  };
  const three = ([a, b, c]: readonly string[]): [number, number, number] | null => {
    const found = [at(a!), at(b!), at(c!)] as const;
    return found[0] === null || found[1] === null || found[2] === null ? null : [found[0], found[1], found[2]];
  };
  const cartesian = three(CARTESIAN);
  const coordinates = cartesian ?? three(SPHERICAL);
  if (coordinates === null) throw file.refusal(scan.name, 'Its points have no coordinates in three axes.');
  return {
    isSpherical: cartesian === null,
    coordinates,
    isInvalid: at(cartesian === null ? 'sphericalInvalidState' : 'cartesianInvalidState'),
    intensity: at('intensity'),
    isIntensityInvalid: at('isIntensityInvalid'),
    color: three(COLOR),
    isColorInvalid: at('isColorInvalid'),
  };
}

/** Numbers of all fields that are read. */
export function wantedFields(layout: ScanLayout): Set<number> {
  const { coordinates, isInvalid, intensity, isIntensityInvalid, color, isColorInvalid } = layout;
  const all = [...coordinates, isInvalid, intensity, isIntensityInvalid, ...(color ?? []), isColorInvalid];
  return new Set(all.filter((index) => index !== null));
}

/** Names of fields that have values and are not read. */
export function unreadFields(scan: E57Scan, layout: ScanLayout): string[] {
  const wanted = wantedFields(layout);
  const isLost = ({ name }: E57Field, index: number) => !wanted.has(index) && !OF_NO_INTEREST.has(name);
  return scan.fields.filter(isLost).map(({ name }) => name);
}
