import { isTypedSystem } from '@overlook/shared/crs';
import { UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { UploadOptions, UploadPart } from '@overlook/shared/schemas';

/** What a person has typed and chosen of how the files are read. */
export interface PlanOptions {
  readonly crs: string;
  readonly altitudes: 'stated' | 'ellipsoidal' | 'orthometric';
  readonly longitude: string;
  readonly latitude: string;
  readonly height: string;
  readonly heading: string;
  readonly replacePosition: boolean;
  readonly replace: boolean;
  readonly anywhere: boolean;
}

export const NO_OPTIONS: PlanOptions = {
  crs: '',
  altitudes: 'stated',
  longitude: '',
  latitude: '',
  height: '',
  heading: '',
  replacePosition: false,
  replace: false,
  anywhere: false,
};

const LAYERS: readonly UploadPart[] = ['textured', 'shaded', 'points', 'cad'];

/** Which options data of these layers has. */
export function optionsOf(layers: Iterable<UploadPart>) {
  const all = new Set(layers);
  return {
    hasCrs: all.has('points') || all.has('cad'),
    hasAltitudes: all.has('points') || all.has('cad') || all.has('photos'),
    hasPosition: LAYERS.some((layer) => all.has(layer)),
    hasPhotos: all.has('photos'),
  };
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** As the server checks it: apart from its schemas, whose code the settings would load. */
const isOnEarth = ({ longitude, latitude, height, headingDeg = 0 }: NonNullable<UploadOptions['at']>): boolean =>
  Math.abs(longitude) <= 180 &&
  Math.abs(latitude) <= 90 &&
  height >= -12_000 &&
  height <= 1e6 &&
  Math.abs(headingDeg) <= 360;

/** What is wrong in the fields; null where they can be sent. */
export interface OptionErrors {
  readonly crs: string | null;
  readonly position: string | null;
}

/** The options for these layers: those that none of them has are left out. `options` has no meaning beside an error. */
export function readOptions(
  values: PlanOptions,
  layers: Iterable<UploadPart>,
): { options: UploadOptions; errors: OptionErrors } {
  const { hasCrs, hasAltitudes, hasPosition, hasPhotos } = optionsOf(layers);
  const crs = hasCrs ? values.crs.trim() : '';
  const { longitude, latitude, height, heading } = values;
  const isPlaced = hasPosition && [longitude, latitude, height, heading].some((text) => text.trim() !== '');
  const at = {
    longitude: numberOf(longitude),
    latitude: numberOf(latitude),
    height: numberOf(height),
    ...(heading.trim() === '' ? {} : { headingDeg: numberOf(heading) }),
  };
  const options: UploadOptions = {
    ...(crs === '' ? {} : { crs }),
    ...(hasAltitudes && values.altitudes !== 'stated' ? { altitudes: values.altitudes } : {}),
    ...(isPlaced ? { at } : {}),
    ...(isPlaced && values.replacePosition ? { replacePosition: true } : {}),
    ...(values.replace ? { replace: true } : {}),
    ...(hasPhotos && values.anywhere ? { anywhere: true } : {}),
  };
  const isPosition = !isPlaced || isOnEarth(at);
  return {
    options,
    errors: {
      crs: crs === '' || isTypedSystem(crs) ? null : UPLOAD_PAGE_MESSAGES['uploadPage.coordinatesWrong'],
      position: isPosition ? null : UPLOAD_PAGE_MESSAGES['uploadPage.positionWrong'],
    },
  };
}

/** The fields for options that were sent. */
export function fieldsOf({ crs, altitudes, at, replacePosition, replace, anywhere }: UploadOptions): PlanOptions {
  return {
    crs: crs ?? '',
    altitudes: altitudes ?? 'stated',
    longitude: at ? String(at.longitude) : '',
    latitude: at ? String(at.latitude) : '',
    height: at ? String(at.height) : '',
    heading: at?.headingDeg === undefined ? '' : String(at.headingDeg),
    replacePosition: replacePosition ?? false,
    replace: replace ?? false,
    anywhere: anywhere ?? false,
  };
}
