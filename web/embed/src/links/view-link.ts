/**
 * The address of a view: everything of the main view that can be passed on, in short. Version 1:
 *
 *   v=1 & site=<slug> & at=<moment of each screen, screen 1 first: a date or a draft, empty for the newest> & cam=<position, direction, up: nine numbers> & ortho=<height of an orthographic view, metres> & layers=<model types, screen 1 first> & cut=<metres>
 *   & swipe=<model type of the second side, divider in percent, 1 for top and bottom, moment of that side> & free (the screens do not move together) & box=<centre, size: six numbers, heading in degrees>
 *   & level=<lowest and highest height that are shown, metres above the ellipsoid at the ground point of the site, what is shown below them where it is not the next level>
 *   & points=<colour mode, least and most of the range> & hidden=<classes of points>
 *   & profile=<A, B: six numbers, thickness, colour, how many times heights are drawn>
 *   & added=<layers by others, the uppermost first: id, opacity in percent, settings>
 *   & planes=<point, normal: six numbers each> & m=, t=, n=<measurements, targets and angles as
 *   the tools write them> & objects=<version of the Project Layer, ids of the selected objects>
 *
 * Positions are WGS84 ECEF metres to the millimetre, directions have seven decimals. Unreadable parts are skipped and
 * listed; no function here throws.
 */
import {
  hasPointRange,
  LEVELS,
  POINT_COLOR_MODES,
  PROFILE,
  type ProfileColor,
  PROFILE_COLORS,
} from '@overlook/shared/config';
import {
  RAD_PER_DEG,
  type Pose,
  type Vec3,
  checkedPose,
  llaFromEcef,
  enuFrame,
  mix,
  orthoHeightWithin,
  transformPoint,
} from '@overlook/shared/maths';
import type {
  Divider,
  HeightRange,
  PointColors,
  ProfileLine,
  SectionBox,
  SectionPlane,
  SectionVolume,
} from '@overlook/engine';
import { type LinkedLayer, layersText, readLayersText } from './layers-text.ts';
import { type Moment, momentsText, readMoment, readMoments } from './moment.ts';

const LINK_VERSION = '1';

/** Objects of the Project Layer: their ids mean something in one version of it only. */
export interface LinkedObjects {
  readonly version: string;
  readonly ids: readonly number[];
}

/** What each tool has, in the short form of an address; null for a tool that has nothing. */
export type LinkedResults = Readonly<Record<'measure' | 'target' | 'angle', string | null>>;

export const NO_RESULTS: LinkedResults = { measure: null, target: null, angle: null };

/** The shown section, in the form for links and Places. */
export interface ShownProfile {
  readonly line: ProfileLine;
  readonly thicknessMetres: number;
  readonly color: ProfileColor;
  readonly exaggeration: number;
}

/** The second side of a divider. */
export interface LinkedSwipe extends Divider {
  /** Model type. */
  readonly secondLayerId: number;
  readonly secondMoment: Moment;
}

/** What a plan shows below its level: nothing, the next level dim, or all dim. */
export type ShownBelow = 'nothing' | 'next' | 'all';

/** A level slice; heights above the ellipsoid at the ground point of the site. */
export interface LinkedLevel extends HeightRange {
  readonly below: ShownBelow;
}

export interface LinkedView {
  readonly site: string;
  readonly pose: Pose | null;
  /** Model type of each screen. */
  readonly layers: readonly number[];
  /** What each screen shows of time; one that is missing shows the newest. */
  readonly moments: readonly Moment[];
  /** The layer on the second side of a divider; the first side has the layer of the screen. */
  readonly swipe: LinkedSwipe | null;
  readonly nearMetres: number | null;
  readonly isSyncOn: boolean;
  readonly section: SectionVolume | null;
  readonly level: LinkedLevel | null;
  readonly pointColors: PointColors;
  /** The section through the point cloud. */
  readonly profile: ShownProfile | null;
  /** Layers by others that are shown, the uppermost first. */
  readonly addedLayers: readonly LinkedLayer[];
  /** Measurements, targets and angles in the tools' own short form. */
  readonly results: LinkedResults;
  /** The selected objects; the address of the page does not name them. */
  readonly objects: LinkedObjects | null;
}

/** Names of the results of each tool in an address. */
const RESULT_NAMES = { measure: 'm', target: 't', angle: 'n' } as const;
const TOOLS = ['measure', 'target', 'angle'] as const;

const METRE_DECIMALS = 3;
const DIRECTION_DECIMALS = 7;
const PERCENT_DECIMALS = 1;
/** Of heights (metres) and intensities. */
const RANGE_DECIMALS = 2;
/** A class is a byte. */
const CLASS_LARGEST = 255;
/** More than a person can have meant: numbers in a part of the address. */
const PLANES_AT_MOST = 6;
/** Each is requested from the server when the link is opened. */
export const LINKED_OBJECTS_AT_MOST = 20;

const short = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));
const shorts = (values: readonly number[], decimals: number): string[] => values.map((value) => short(value, decimals));

export function viewLink(view: LinkedView): URLSearchParams {
  const params = new URLSearchParams({ v: LINK_VERSION, site: view.site });
  if (view.pose) {
    const { position, direction, up } = view.pose;
    params.set(
      'cam',
      [...shorts(position, METRE_DECIMALS), ...shorts([...direction, ...up], DIRECTION_DECIMALS)].join(),
    );
    if (view.pose.orthoHeightM !== undefined) params.set('ortho', short(view.pose.orthoHeightM, METRE_DECIMALS));
  }
  if (view.layers.length > 0) params.set('layers', view.layers.join());
  const moments = momentsText(view.moments);
  if (moments !== null) params.set('at', moments);
  if (view.swipe) params.set('swipe', swipeText(view.swipe));
  if (view.nearMetres !== null) params.set('cut', String(view.nearMetres));
  if (!view.isSyncOn) params.set('free', '');
  if (view.section?.box) params.set('box', boxText(view.section.box));
  if (view.section && view.section.planes.length > 0) params.set('planes', view.section.planes.map(planeText).join());
  if (view.level) params.set('level', levelText(view.level));
  if (view.profile) params.set('profile', profileText(view.profile));
  if (view.addedLayers.length > 0) params.set('added', layersText(view.addedLayers));
  const { mode, hiddenClasses } = view.pointColors;
  if (mode !== 'scanned') params.set('points', pointsText(view.pointColors));
  if (hiddenClasses.length > 0) params.set('hidden', hiddenClasses.join());
  for (const tool of TOOLS) {
    const text = view.results[tool];
    if (text) params.set(RESULT_NAMES[tool], text);
  }
  if (view.objects) params.set('objects', [view.objects.version, ...view.objects.ids].join());
  return params;
}

/** A view that an address names; `unread` lists the parts that make no sense. */
export interface ReadLink {
  readonly view: LinkedView;
  readonly unread: readonly string[];
}

/** The view an address names, null when it names none. */
export function readViewLink(params: URLSearchParams): ReadLink | null {
  if (!params.has('v')) return null;
  const unread: string[] = [];
  const part = <T>(name: string, read: (text: string) => T | null): T | null => {
    const text = params.get(name);
    const value = text === null ? null : read(text);
    if (text !== null && value === null) unread.push(name);
    return value;
  };
  part('v', (version) => (version === LINK_VERSION ? version : null));
  const site = part('site', (slug) => slug || null) ?? '';
  const box = part('box', readBox);
  const planes = part('planes', readPlanes) ?? [];
  const view: LinkedView = {
    site,
    pose: withHeight(part('cam', readPose), part('ortho', readHeight)),
    layers: part('layers', readLayers) ?? [],
    moments: part('at', readMoments) ?? [],
    swipe: part('swipe', readSwipe),
    nearMetres: part('cut', (text) => numbers(text, 1)?.[0] ?? null),
    isSyncOn: !params.has('free'),
    pointColors: {
      ...(part('points', readPoints) ?? AS_SCANNED),
      hiddenClasses: part('hidden', readClasses) ?? [],
    },
    profile: part('profile', readProfile),
    addedLayers: part('added', readLayersText) ?? [],
    section: box || planes.length > 0 ? { box, planes } : null,
    level: part('level', readLevel),
    results: {
      measure: params.get(RESULT_NAMES.measure),
      target: params.get(RESULT_NAMES.target),
      angle: params.get(RESULT_NAMES.angle),
    },
    objects: part('objects', readObjects),
  };
  return { view, unread };
}

/** Exactly `count` finite numbers, or null. */
function numbers(text: string, count: number): number[] | null {
  const values = text.split(',').map((piece) => (piece.trim() === '' ? Number.NaN : Number(piece)));
  return values.length === count && values.every(Number.isFinite) ? values : null;
}

function readPose(text: string): Pose | null {
  const values = numbers(text, 9);
  if (!values) return null;
  const [position, direction, up] = [0, 3, 6].map((at) => values.slice(at, at + 3)) as [Vec3, Vec3, Vec3];
  try {
    return checkedPose({ position, direction, up });
  } catch {
    return null; // no camera can have this pose; the part is reported as unread
  }
}

/** Metres that the height of an orthographic view shows; null for none that a view can have. */
function readHeight(text: string): number | null {
  const height = numbers(text, 1)?.[0] ?? 0;
  return orthoHeightWithin(height) === height ? height : null;
}

const withHeight = (pose: Pose | null, orthoHeightM: number | null): Pose | null =>
  pose && orthoHeightM !== null ? { ...pose, orthoHeightM } : pose;

function readLayers(text: string): number[] | null {
  const values = numbers(text, text.split(',').length);
  return values?.every(Number.isInteger) ? values : null;
}

function swipeText({ secondLayerId, fraction, direction, secondMoment }: LinkedSwipe): string {
  const isTopAndBottom = direction === 'topAndBottom';
  const rest = secondMoment === null ? (isTopAndBottom ? [1] : []) : [isTopAndBottom ? 1 : 0, secondMoment];
  return [secondLayerId, short(100 * fraction, PERCENT_DECIMALS), ...rest].join();
}

function readSwipe(text: string): LinkedSwipe | null {
  const [layer = '', share = '', across = '0', moment = '', ...more] = text.split(',');
  const [secondLayerId, percent, isTopAndBottom] = numbers([layer, share, across].join(), 3) ?? [];
  const secondMoment = readMoment(moment);
  if (percent === undefined || percent < 0 || percent > 100 || !Number.isInteger(secondLayerId)) return null;
  if (secondMoment === undefined || more.length > 0) return null;
  return {
    secondLayerId: secondLayerId!,
    fraction: percent / 100,
    direction: isTopAndBottom ? 'topAndBottom' : 'sideBySide',
    secondMoment,
  };
}

const boxText = ({ centerEcef, size, headingRad }: SectionBox): string =>
  [...shorts([...centerEcef, ...size], METRE_DECIMALS), short(headingRad / RAD_PER_DEG, METRE_DECIMALS)].join();

function readBox(text: string): SectionBox | null {
  const values = numbers(text, 7);
  if (!values || values.slice(3, 6).some((side) => side <= 0)) return null;
  return {
    centerEcef: values.slice(0, 3) as Vec3,
    size: values.slice(3, 6) as Vec3,
    headingRad: values[6]! * RAD_PER_DEG,
  };
}

const BELOW = ['next', 'nothing', 'all'] as const;

const levelText = ({ fromM, toM, below }: LinkedLevel): string =>
  [...shorts([fromM, toM], METRE_DECIMALS), ...(below === BELOW[0] ? [] : [below])].join();

function readLevel(text: string): LinkedLevel | null {
  const [from = '', to = '', name = BELOW[0], ...more] = text.split(',');
  const [fromM, toM] = numbers([from, to].join(), 2) ?? [];
  const below = BELOW.find((one) => one === name);
  if (fromM === undefined || toM === undefined || !below || more.length > 0) return null;
  const isRange = toM > fromM && Math.max(-fromM, toM) <= LEVELS.heightMostM;
  return isRange ? { fromM, toM, below } : null;
}

const AS_SCANNED = { mode: 'scanned', range: null } as const;

const pointsText = ({ mode, range }: PointColors): string => [mode, ...shorts(range ?? [], RANGE_DECIMALS)].join();

function readPoints(text: string): Pick<PointColors, 'mode' | 'range'> | null {
  const [name, ...ends] = text.split(',');
  const mode = POINT_COLOR_MODES.find((one) => one === name);
  const range = ends.length === 0 ? null : numbers(ends.join(), 2);
  if (!mode || (ends.length > 0 && !(range && hasPointRange(mode) && range[0]! <= range[1]!))) return null;
  return { mode, range: range && [range[0]!, range[1]!] };
}

function readClasses(text: string): number[] | null {
  const codes = numbers(text, text.split(',').length);
  return codes?.every((code) => Number.isInteger(code) && code >= 0 && code <= CLASS_LARGEST) ? codes : null;
}

const profileText = ({ line, thicknessMetres, color, exaggeration }: ShownProfile): string =>
  [...shorts([...line.aEcef, ...line.bEcef], METRE_DECIMALS), short(thicknessMetres, 2), color, exaggeration].join();

function readProfile(text: string): ShownProfile | null {
  const pieces = text.split(',');
  const values = numbers(pieces.slice(0, 7).join(), 7);
  const color = PROFILE_COLORS.find((one) => one === pieces[7]);
  const exaggeration = PROFILE.exaggerations.find((times) => String(times) === pieces[8]);
  if (!values || !color || !exaggeration || pieces.length !== 9) return null;
  const [aEcef, bEcef] = [values.slice(0, 3) as Vec3, values.slice(3, 6) as Vec3];
  const thicknessMetres = values[6]!;
  const isThick = thicknessMetres >= PROFILE.thicknessLeastM && thicknessMetres <= PROFILE.thicknessMostM;
  return isThick && isProfileLine(aEcef, bEcef)
    ? { line: { aEcef, bEcef }, thicknessMetres, color, exaggeration }
    : null;
}

/** Two ends that are far enough from each other on the map. */
function isProfileLine(aEcef: Vec3, bEcef: Vec3): boolean {
  const { enuFromEcef } = enuFrame(llaFromEcef(mix(aEcef, bEcef, 0.5)));
  const [a, b] = [transformPoint(enuFromEcef, aEcef), transformPoint(enuFromEcef, bEcef)];
  return Math.hypot(b[0] - a[0], b[1] - a[1]) >= PROFILE.lengthLeastM;
}

function readObjects(text: string): LinkedObjects | null {
  const [version = '', ...rest] = text.split(',');
  const ids = numbers(rest.join(), rest.length);
  const isMeant = version !== '' && rest.length > 0 && rest.length <= LINKED_OBJECTS_AT_MOST;
  return isMeant && ids?.every((id) => Number.isInteger(id) && id > 0) ? { version, ids } : null;
}

const planeText = ({ pointEcef, normalEcef }: SectionPlane): string =>
  [...shorts(pointEcef, METRE_DECIMALS), ...shorts(normalEcef, DIRECTION_DECIMALS)].join();

function readPlanes(text: string): SectionPlane[] | null {
  const count = text.split(',').length / 6;
  const values = Number.isInteger(count) && count <= PLANES_AT_MOST ? numbers(text, count * 6) : null;
  if (!values) return null;
  const planes = Array.from({ length: count }, (_, i) => {
    const at = 6 * i;
    return { pointEcef: values.slice(at, at + 3) as Vec3, normalEcef: values.slice(at + 3, at + 6) as Vec3 };
  });
  return planes.some(({ normalEcef }) => Math.abs(Math.hypot(...normalEcef) - 1) > 1e-3) ? null : planes;
}
