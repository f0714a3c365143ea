import { isTypedSystem } from '@overlook/shared/crs';
import { calendarDate } from '@overlook/shared/format';
import { UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { UploadOptions, UploadPart } from '@overlook/shared/schemas';
import { placesIn, placesText } from './part-region.ts';

/** What a person has typed and chosen of how the files are read. */
export interface PlanOptions {
  readonly crs: string;
  readonly altitudes: 'stated' | 'ellipsoidal' | 'orthometric';
  readonly longitude: string;
  readonly latitude: string;
  readonly height: string;
  readonly heading: string;
  readonly replacePosition: boolean;
  /** When the layers were captured; null while it is what the files say. */
  readonly captured: string | null;
  /** Null while nobody has chosen. */
  readonly draft: boolean | null;
  readonly replace: boolean;
  /** Point clouds are a part of an earlier capture. */
  readonly part: boolean;
  /** Its day, '2026-03-14'; empty for the newest. */
  readonly onto: string;
  /** The region of the part as typed; empty where it is that of the points. */
  readonly within: string;
  readonly anywhere: boolean;
  readonly withoutPictures: boolean;
}

export const NO_OPTIONS: PlanOptions = {
  crs: '',
  altitudes: 'stated',
  longitude: '',
  latitude: '',
  height: '',
  heading: '',
  replacePosition: false,
  captured: null,
  draft: null,
  replace: false,
  part: false,
  onto: '',
  within: '',
  anywhere: false,
  withoutPictures: false,
};

/** Options that correct the capture of a date. */
export const correctionOf = (captured: string): PlanOptions => ({
  ...NO_OPTIONS,
  captured,
  draft: false,
  replace: true,
});

const LAYERS: readonly UploadPart[] = ['textured', 'shaded', 'points', 'cad'];

/** Which options data of these layers has. */
export function optionsOf(layers: Iterable<UploadPart>) {
  const all = new Set(layers);
  return {
    hasCrs: all.has('points') || all.has('cad'),
    hasAltitudes: all.has('points') || all.has('cad') || all.has('photos'),
    hasPosition: LAYERS.some((layer) => all.has(layer)),
    hasPhotos: all.has('photos'),
    hasPoints: all.has('points'),
  };
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** Whether a text is a year, a month or a day that is not in the future. */
const isPastDay = (text: string): boolean => calendarDate(text, new Date())?.isFuture === false;

/** As the server checks it: apart from its schemas, whose code the settings would load. */
const isOnEarth = ({ longitude, latitude, height, headingDeg = 0 }: NonNullable<UploadOptions['at']>): boolean =>
  Math.abs(longitude) <= 180 &&
  Math.abs(latitude) <= 90 &&
  height >= -12_000 &&
  height <= 1e6 &&
  Math.abs(headingDeg) <= 360;

/** What fields mean that nobody has filled. */
export interface PlanDefaults {
  /** The date that the files state; empty for none. */
  readonly captured: string;
  readonly draft: boolean;
}

export const NO_DEFAULTS: PlanDefaults = { captured: '', draft: false };

/** What is wrong in the fields; null where they can be sent. */
export interface OptionErrors {
  readonly captured: string | null;
  readonly crs: string | null;
  readonly position: string | null;
  readonly within: string | null;
}

/** The options for these layers: those that none of them has are left out. `options` has no meaning beside an error. */
export function readOptions(
  values: PlanOptions,
  layers: Iterable<UploadPart>,
  defaults: PlanDefaults = NO_DEFAULTS,
): { options: UploadOptions; errors: OptionErrors } {
  const { hasCrs, hasAltitudes, hasPosition, hasPhotos, hasPoints } = optionsOf(layers);
  const crs = hasCrs ? values.crs.trim() : '';
  const { longitude, latitude, height, heading } = values;
  // Layers have a position, and only they have a date of capture.
  const captured = hasPosition ? (values.captured ?? defaults.captured).trim() : '';
  const draft = hasPosition && (values.draft ?? defaults.draft);
  const isPlaced = hasPosition && [longitude, latitude, height, heading].some((text) => text.trim() !== '');
  const at = {
    longitude: numberOf(longitude),
    latitude: numberOf(latitude),
    height: numberOf(height),
    ...(heading.trim() === '' ? {} : { headingDeg: numberOf(heading) }),
  };
  const isPart = hasPoints && values.part;
  const isRegion = isPart && values.within.trim() !== '';
  const within = isRegion ? placesIn(values.within) : null;
  const options: UploadOptions = {
    ...(crs === '' ? {} : { crs }),
    ...(hasAltitudes && values.altitudes !== 'stated' ? { altitudes: values.altitudes } : {}),
    ...(isPlaced ? { at } : {}),
    ...(isPlaced && values.replacePosition ? { replacePosition: true } : {}),
    ...(captured === '' ? {} : { captured }),
    ...(draft ? { draft } : {}),
    ...(values.replace && !draft ? { replace: true } : {}),
    ...(isPart ? { part: true } : {}),
    ...(isPart && values.onto !== '' ? { onto: values.onto } : {}),
    ...(within ? { within } : {}),
    ...(hasPhotos && values.anywhere ? { anywhere: true } : {}),
    ...(hasPoints && values.withoutPictures ? { withoutPictures: true } : {}),
  };
  const isPosition = !isPlaced || isOnEarth(at);
  return {
    options,
    errors: {
      captured: captured === '' || isPastDay(captured) ? null : UPLOAD_PAGE_MESSAGES['uploadPage.capturedWrong'],
      crs: crs === '' || isTypedSystem(crs) ? null : UPLOAD_PAGE_MESSAGES['uploadPage.coordinatesWrong'],
      position: isPosition ? null : UPLOAD_PAGE_MESSAGES['uploadPage.positionWrong'],
      within: isRegion && !within ? UPLOAD_PAGE_MESSAGES['uploadPage.withinWrong'] : null,
    },
  };
}

/** The fields for options that were sent. */
export function fieldsOf({
  crs,
  altitudes,
  at,
  replacePosition,
  captured,
  draft,
  replace,
  part,
  onto,
  within,
  anywhere,
  withoutPictures,
}: UploadOptions): PlanOptions {
  return {
    crs: crs ?? '',
    altitudes: altitudes ?? 'stated',
    longitude: at ? String(at.longitude) : '',
    latitude: at ? String(at.latitude) : '',
    height: at ? String(at.height) : '',
    heading: at?.headingDeg === undefined ? '' : String(at.headingDeg),
    replacePosition: replacePosition ?? false,
    captured: captured ?? '',
    draft: draft ?? false,
    replace: replace ?? false,
    part: part ?? false,
    onto: onto ?? '',
    within: placesText(within),
    anywhere: anywhere ?? false,
    withoutPictures: withoutPictures ?? false,
  };
}
