import { proxy } from 'valtio';
import {
  CAD_FILTER,
  EDGE_MODES,
  type EdgeMode,
  EYE_DOME_MODES,
  GOVERNOR,
  type EyeDomeMode,
  PHOTO_HEIGHT_TYPES,
  PHOTO_RADII,
  PHOTOS,
  POINT_COLOR_MODES,
  type PointColorMode,
  QUALITY_DEFAULT,
  type PhotoHeightType,
  QUALITY_LEVELS,
  SCREENS_AT_MOST,
  VIEWER_COUNT_DEFAULT,
  type QualityKey,
} from '@overlook/shared/config';
import { ANGLE_UNITS, type AngleUnits, UNIT_SYSTEMS, type Units } from '@overlook/shared/format';
import {
  type Guard,
  isBoolean,
  isColor,
  isDay,
  isListOf,
  isNullOr,
  isOneOf,
  isRecord,
  isString,
  isText,
  isWholeNumber,
} from './stored-values.ts';

const THEMES = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof THEMES)[number];
const PROJECTIONS = ['site', 'wgs84', 'utm'] as const;
/** How coordinates are written; `site` is the coordinate system of the site, WGS84 where it has none. */
export type Projection = (typeof PROJECTIONS)[number];
const MOUSE_PRESETS = ['map', 'cad'] as const;
export type MousePresetChoice = (typeof MOUSE_PRESETS)[number];
const FILTER_MODES = ['off', 'show', 'hide', 'xray'] as const;
/**
 * How selected objects are shown: no further effect, only they are shown, or they are hidden. In x-ray all others are
 * transparent, also while nothing is selected.
 */
export type FilterMode = (typeof FILTER_MODES)[number];
const SHARE_TABS = ['link', 'public', 'embed'] as const;
export type ShareTab = (typeof SHARE_TABS)[number];
const IMAGERIES = ['offline', 'configured'] as const;
/** The built-in world map, or the style that the operator has configured. */
export type Imagery = (typeof IMAGERIES)[number];
const PHOTO_MODES = ['click', 'camera'] as const;
/** The centre of a search for photos: the clicked point, or the camera. */
export type PhotoMode = (typeof PHOTO_MODES)[number];
/** Search radius of photos by its number (`PHOTO_RADII`). */
export type PhotoRadius = (typeof PHOTO_RADII)[number]['id'];
const isPhotoRadius = (value: unknown): value is PhotoRadius => PHOTO_RADII.some(({ id }) => id === value);

/** The measured speed of a GPU: its name, and a step of the governor. */
export interface LearntQuality {
  readonly gpu: string;
  readonly step: number;
}
const isStep = isWholeNumber(0, GOVERNOR.steps.length - 1);
const isLearntQuality: Guard<LearntQuality> = (value): value is LearntQuality =>
  isRecord(value) && isString(value['gpu']) && isStep(value['step']);

/** The ground of the page while the model opens. */
export interface OpeningGround {
  /** The site whose picture it is; null for none of a site. */
  readonly siteId: number | null;
  /** Data URL of the picture, dim and soft. */
  readonly image: string;
}
const isOpeningGround: Guard<OpeningGround> = (value): value is OpeningGround =>
  isRecord(value) &&
  isNullOr(isWholeNumber(1))(value['siteId']) &&
  isString(value['image']) &&
  value['image'].startsWith('data:image/');

interface Preference<T> {
  /** Name in local storage. */
  readonly key: string;
  readonly isValid: Guard<T>;
  readonly fallback: T;
}

const row = <T>(key: string, isValid: Guard<T>, fallback: T): Preference<T> => ({ key, isValid, fallback });
const qualityKeys = QUALITY_LEVELS.map((level) => level.key);

/** Number of recent colours that are offered again. */
const RECENT_COLORS_AT_MOST = 6;

/** Most single hidden changes that are stored; beyond that the oldest are shown again. */
const HIDDEN_MOCS_AT_MOST = 10_000;

/** Most stored cameras whose photos are switched off. */
export const CAMERAS_OFF_MOST = 100;

/** Settings that stages use unchanged: a new one is a row here, a field of `PictureSettings` and its control. */
export const PICTURE_ROWS = {
  /** Points that a screen draws at most, millions; null for as many as suit the device. */
  pointBudget: row('overlook.points', isNullOr(isWholeNumber(1)), null as number | null),
  isGlobeVisible: row('overlook.globe', isBoolean, true),
  eyeDome: row<EyeDomeMode>('overlook.cloud-lighting', isOneOf(EYE_DOME_MODES), 'auto'),
  edges: row<EdgeMode>('overlook.edges', isOneOf(EDGE_MODES), 'off'),
  isRefinedAtRest: row('overlook.refine-at-rest', isBoolean, true),
  quality: row<QualityKey>('overlook.quality', isOneOf(qualityKeys), QUALITY_DEFAULT),
};

/** Every setting kept in this browser: its name, the check of its values, and its default (specification §9). */
const PREFERENCES = {
  ...PICTURE_ROWS,
  sessionToken: row('overlook.session-token', isNullOr(isText), null as string | null),
  selectedSiteId: row('overlook.selected-site', isNullOr(isWholeNumber(1)), null as number | null),
  /** Kept from the last opening; null where there was none. */
  openingGround: row<OpeningGround | null>('overlook.opening-ground', isNullOr(isOpeningGround), null),
  imagery: row<Imagery>('overlook.map-imagery', isOneOf(IMAGERIES), 'configured'),
  screenCount: row('overlook.viewer-count', isWholeNumber(1, SCREENS_AT_MOST), VIEWER_COUNT_DEFAULT as number),
  isSyncOn: row('overlook.viewer-sync', isBoolean, true),
  isMinimapHidden: row('overlook.minimap-hidden', isBoolean, false),
  isMinimapLarge: row('overlook.minimap-large', isBoolean, false),
  projection: row<Projection>('overlook.projection', isOneOf(PROJECTIONS), 'site'),
  units: row<Units>('overlook.units', isOneOf(UNIT_SYSTEMS), 'metric'),
  angleUnits: row<AngleUnits>('overlook.angle-units', isOneOf(ANGLE_UNITS), 'degrees'),
  /** By site id; each is checked when it is used, so that an invalid one does not affect the others. */
  cameras: row<Record<string, unknown>>('overlook.camera-positions', isRecord, {}),
  /** Sun, shadows and soft shade; each is checked when it is used (light-choices.ts). */
  light: row<Record<string, unknown>>('overlook.light', isRecord, {}),
  /** Viewed models are kept on this device while their person is signed in. */
  keepsModels: row('overlook.keep-models', isBoolean, true),
  /** The colour mode of points. */
  pointColorMode: row<PointColorMode>('overlook.point-colours', isOneOf(POINT_COLOR_MODES), 'scanned'),
  mousePreset: row<MousePresetChoice>('overlook.mouse', isOneOf(MOUSE_PRESETS), 'map'),
  /** The quality step that the GPU of this device needed at its last use; null where it is not known. */
  learntQuality: row<LearntQuality | null>('overlook.learnt-quality', isNullOr(isLearntQuality), null),
  isSidebarExpanded: row('overlook.sidebar-expanded', isNullOr(isBoolean), null as boolean | null),
  /** Title of the tab of metadata that was read last; null for the first. */
  metadataTab: row('overlook.metadata-tab', isNullOr(isText), null as string | null),
  filterMode: row<FilterMode>('overlook.metadata-mode', isOneOf(FILTER_MODES), 'off'),
  filterOpacityPercent: row('overlook.metadata-opacity', isWholeNumber(0, 100), CAD_FILTER.opacityPercent as number),
  highlightColor: row('overlook.metadata-colour', isColor, CAD_FILTER.highlightColor as string),
  filterColor: row('overlook.metadata-filter-colour', isColor, CAD_FILTER.filterColor as string),
  /** The Project Layer is shown on a dark stage, without sky and ground. */
  isCadStageDark: row('overlook.cad-stage-dark', isBoolean, true),
  /** Colours chosen by hand, the newest first. */
  recentColors: row<readonly string[]>('overlook.recent-colours', isListOf(isColor, RECENT_COLORS_AT_MOST), []),
  /** Changes (MOC) are shown on the model and the map. */
  areMocsShown: row('overlook.mocs-shown', isBoolean, true),
  /** Ids of changes that are not shown, of all sites. */
  hiddenMocs: row<readonly number[]>('overlook.mocs-hidden', isListOf(isWholeNumber(1), HIDDEN_MOCS_AT_MOST), []),
  /** Areas of changes that were drawn after the shown day are there, pale. */
  areLaterAreasShown: row('overlook.later-areas', isBoolean, false),
  /** The card of the person's own Places is open. */
  isPlacesOpen: row('overlook.place-card', isBoolean, true),
  /** The card lists the Places of all sites. */
  isEveryPlaceShown: row('overlook.places-of-all-sites', isBoolean, false),
  nearbyMode: row<PhotoMode>('overlook.nearby-mode', isOneOf(PHOTO_MODES), 'click'),
  nearbyRadius: row<PhotoRadius>('overlook.nearby-radius', isPhotoRadius, PHOTOS.radiusDefault),
  /** Types of photos that are searched for. */
  nearbyTypes: row<readonly PhotoHeightType[]>(
    'overlook.nearby-types',
    isListOf(isOneOf(PHOTO_HEIGHT_TYPES), PHOTO_HEIGHT_TYPES.length),
    PHOTO_HEIGHT_TYPES,
  ),
  /** First and last day of photos; null for any. */
  nearbyFrom: row('overlook.nearby-from', isNullOr(isDay), null as string | null),
  nearbyTo: row('overlook.nearby-to', isNullOr(isDay), null as string | null),
  /** Cameras that are switched off, '' for an unknown one; new cameras of a site are searched. */
  nearbyCamerasOff: row<readonly string[]>('overlook.nearby-cameras-off', isListOf(isString, CAMERAS_OFF_MOST), []),
  /** The photos are a list of which see the place, instead of a strip of thumbnails. */
  isNearbyList: row('overlook.nearby-list', isBoolean, false),
  /** Exports of point clouds by others are listed for those who may see them. */
  areAllExportsShown: row('overlook.all-exports', isBoolean, false),
  /** Width that the panel of photos was dragged to, CSS pixels; null for its own. */
  photoPanelPx: row('overlook.photo-panel', isNullOr(isWholeNumber(1, 10_000)), null as number | null),
  /** Height that the strip of a profile was dragged to, CSS pixels; null for its own. */
  profileStripPx: row('overlook.profile-strip', isNullOr(isWholeNumber(1, 10_000)), null as number | null),
  /** By site id: the layers of a person, in the order of their list. Each is checked when it is used. */
  layerChoices: row<Record<string, unknown>>('overlook.layers', isRecord, {}),
  /** Kinds of places that clicks of tools do not snap to; with `all` they do not snap. */
  snapsOff: row<readonly string[]>('overlook.snaps-off', isListOf(isString, 20), []),
  /** A plan has a grid. */
  isPlanGridShown: row('overlook.plan-grid', isBoolean, true),
  /** The captures of a site are shown in time; null: as the layout has it. */
  isTimeBarOpen: row('overlook.time-bar', isNullOr(isBoolean), null as boolean | null),
  /** The tab of the Share dialog that was read last. */
  shareTab: row<ShareTab>('overlook.share-tab', isOneOf(SHARE_TABS), 'link'),
  theme: row<ThemeChoice>('overlook.theme', isOneOf(THEMES), 'dark'),
};

type Rows = typeof PREFERENCES;
export type PreferenceName = keyof Rows;
export type Preferences = { [Name in PreferenceName]: Rows[Name]['fallback'] };

/**
 * A setting that the browser refuses to store (private windows, full disks) lasts as long as the page: this is logged
 * once.
 */
let isStorageReported = false;
function reportStorage(error: unknown): void {
  if (isStorageReported) return;
  isStorageReported = true;
  console.warn('Settings cannot be kept in this browser.', error);
}

/**
 * Reads one setting; an invalid stored value is logged, removed so that it is logged once, and replaced by the default.
 */
function read<T>({ key, isValid, fallback }: Preference<T>): T {
  try {
    const stored = localStorage.getItem(key);
    if (stored === null) return fallback;
    const value = parseJson(stored);
    if (isValid(value)) return value;
    console.warn(`The stored setting "${key}" is not valid; the default is used.`);
    localStorage.removeItem(key);
  } catch (error) {
    reportStorage(error);
  }
  return fallback;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no setting can have that value, so the caller reports it like any other invalid value
  }
}

function allOf(value: (preference: Preference<unknown>) => unknown): Preferences {
  const names = Object.keys(PREFERENCES) as PreferenceName[];
  return Object.fromEntries(
    names.map((name) => [name, value(PREFERENCES[name] as Preference<unknown>)]),
  ) as Preferences;
}

const state = proxy<Preferences>(allOf(({ fallback }) => fallback));

/**
 * The settings, live: the defaults until {@link loadPreferences} has read the stored values. Read with `useSnapshot`;
 * change with {@link setPreference}.
 */
export const preferences: Readonly<Preferences> = state;

/** Reads what this browser stores; called once, before anything is shown. */
export function loadPreferences(): void {
  Object.assign(state, allOf(read));
}

/** Keeps a colour that was chosen by hand, as the newest of the last few. */
export function noteColor(color: string): void {
  const others = state.recentColors.filter((other) => other !== color);
  setPreference('recentColors', [color, ...others].slice(0, RECENT_COLORS_AT_MOST));
}

/** Hides a change (MOC) on the model and the map, or shows it again. */
export function setMocHidden(mocId: number, isHidden: boolean): void {
  const others = state.hiddenMocs.filter((id) => id !== mocId);
  setPreference('hiddenMocs', isHidden ? [...others, mocId].slice(-HIDDEN_MOCS_AT_MOST) : others);
}

/** Changes a setting now and stores it. */
export function setPreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  state[name] = value;
  try {
    localStorage.setItem(PREFERENCES[name].key, JSON.stringify(value));
  } catch (error) {
    reportStorage(error);
  }
}

/** Resets the settings of a person; those of the browser (theme, sidebar, quality) are kept. */
export function forgetPersonalPreferences(): void {
  setPreference('sessionToken', PREFERENCES.sessionToken.fallback);
  setPreference('selectedSiteId', PREFERENCES.selectedSiteId.fallback);
  setPreference('openingGround', PREFERENCES.openingGround.fallback);
  setPreference('cameras', PREFERENCES.cameras.fallback);
  setPreference('hiddenMocs', PREFERENCES.hiddenMocs.fallback);
  setPreference('layerChoices', PREFERENCES.layerChoices.fallback);
}

/** Takes up what another window of this browser stored: signing out there signs out here. */
export function watchOtherWindows(): () => void {
  window.addEventListener('storage', loadPreferences);
  return () => window.removeEventListener('storage', loadPreferences);
}
