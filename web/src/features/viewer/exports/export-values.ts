/** The typed values of an export, and its request. */
import {
  EXPORT_FORMATS,
  type EpsgText,
  type ExportCoordinates,
  type ExportFormat,
  DRAWING_FORMATS,
  HAS_OUTLINES,
  type DrawingFormat,
  type MeshLayerId,
} from '@overlook/shared/config';
import { epsgOf, isEmail } from '@overlook/shared/format';
import { llaFromEcef, RAD_PER_DEG, utmZone, type Vec3 } from '@overlook/shared/maths';
import { EXPORTS_MESSAGES, ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type {
  Download,
  DrawingInput,
  DrawingSettings,
  ExportBox,
  ExportInput,
  LayerExportInput,
  MeshLayer,
  Pointcloud,
} from '@overlook/shared/schemas';
import type { SectionBox } from '@overlook/engine';
import type { ShownCapture } from '../../../state/moments.ts';
import { isOneOf } from '../../../state/stored-values.ts';
import { headingDegOf } from '../../../parts/box/section-box.ts';

/** Name of the coordinates that any site can be exported in. */
export const ECEF_LABEL = EXPORTS_MESSAGES['export.ecefWgs84'];

/** `site` are those of the cloud, `own` the system that the site has, `utm` the zone of the box on WGS84, `epsg` a typed code. */
export const COORDINATE_CHOICES = ['site', 'own', 'utm', 'ecef', 'epsg'] as const;
export type CoordinateChoice = (typeof COORDINATE_CHOICES)[number];

const UTM_NORTH = 32_600;
const UTM_SOUTH = 32_700;

/** The code of the UTM zone on WGS84 of a place. */
export function utmEpsgAt(placeEcef: Vec3): EpsgText {
  const { longitude, latitude } = llaFromEcef(placeEcef);
  return `EPSG:${(latitude < 0 ? UTM_SOUTH : UTM_NORTH) + utmZone(longitude)}`;
}

/** Name of coordinates of an export: "UTM zone 54S (WGS84)"; the code where it has no name here; null for those of the site. */
export function coordinatesText(coordinates: ExportCoordinates): string | null {
  if (coordinates === 'site') return null;
  if (coordinates === 'ecef') return ECEF_LABEL;
  const code = Number(coordinates.slice('EPSG:'.length));
  for (const [base, hemisphere] of [
    [UTM_NORTH, 'N'],
    [UTM_SOUTH, 'S'],
  ] as const)
    if (code > base && code <= base + 60)
      return formatMessage(EXPORTS_MESSAGES['export.utmZone'], { zone: code - base, hemisphere });
  return coordinates;
}

/** The site's own system where the cloud is in another one; null else. */
export const ownSystem = (cloud: Pointcloud, { siteSystem }: Pick<ExportSources, 'siteSystem'>): EpsgText | null =>
  siteSystem && !new RegExp(`\\b${siteSystem}\\b`).test(cloud.coordinateSystem) ? siteSystem : null;

/** The choice where it is offered; a site that has lost its own system is exported in that of the cloud. */
export const offeredChoice = (choice: CoordinateChoice, own: EpsgText | null): CoordinateChoice =>
  choice === 'own' && own === null ? 'site' : choice;

function chosenCoordinates(
  { coordinates: chosen, epsg }: ExportValues,
  { centerEcef }: SectionBox,
  own: EpsgText | null,
): ExportCoordinates {
  const coordinates = offeredChoice(chosen, own);
  if (coordinates === 'own') return own!;
  if (coordinates === 'utm') return utmEpsgAt(centerEcef);
  return coordinates === 'epsg' ? epsgOf(epsg)! : coordinates;
}

export interface ExportValues {
  /** The layer whose meshes are exported; null for the point cloud. */
  modeltypeId: MeshLayerId | null;
  /** Of a layer: where a plane cuts it, instead of its meshes. */
  isDrawing: boolean;
  drawing: DrawingSettings;
  drawingFormats: readonly DrawingFormat[];
  /** Metres; null for the cloud's first. */
  density: number | null;
  formats: readonly ExportFormat[];
  coordinates: CoordinateChoice;
  /** The code that is typed. */
  epsg: string;
  description: string;
  notify: boolean;
  notifyEmail: string;
}

/** Whom an export informs when it is done, unless the form is changed: address, and whether it does. */
export type ExportNotice = Pick<ExportValues, 'notify' | 'notifyEmail'>;

/** The initial values of the form. */
export const newValues = (notice: ExportNotice): ExportValues => ({
  modeltypeId: null,
  isDrawing: false,
  drawing: { view: 'plan', sheet: 'A3', scale: 200, behind: false },
  drawingFormats: [DRAWING_FORMATS[0]],
  density: null,
  formats: [EXPORT_FORMATS[0]],
  coordinates: 'own',
  epsg: '',
  description: '',
  ...notice,
});

/** The sources for exports of a site. */
export interface ExportSources {
  /** Null where there is no point cloud. */
  readonly cloud: Pointcloud | null;
  readonly layers: readonly MeshLayer[];
  /** The coordinate system that the site has; null for none. */
  readonly siteSystem: EpsgText | null;
  /** The capture of a layer (model type) that is exported; null where the site has only one. */
  captureOf(modeltypeId: number): ShownCapture | null;
}

/** The values with a source that the site has: the chosen one, else the point cloud, else its first layer. */
export function withSource(
  values: ExportValues,
  { cloud, layers }: Pick<ExportSources, 'cloud' | 'layers'>,
): ExportValues {
  const isThere = layers.some(({ modeltypeId }) => modeltypeId === values.modeltypeId);
  const modeltypeId = isThere ? values.modeltypeId : cloud ? null : (layers[0]?.modeltypeId ?? null);
  return { ...values, modeltypeId };
}

/** The chosen density where the cloud offers it, else its first. */
export const densityOf = ({ density }: Pick<ExportValues, 'density'>, { densities }: Pick<Pointcloud, 'densities'>) =>
  density !== null && densities.includes(density) ? density : densities[0]!;

/** The errors of the values, by field (specification §5 "Point cloud export"). */
export function checkExport(values: ExportValues): Partial<Record<keyof ExportValues, string>> {
  const { modeltypeId, formats, isDrawing, drawingFormats, coordinates, epsg, description, notify, notifyEmail } =
    values;
  const isDrawn = modeltypeId !== null && isDrawing;
  return {
    ...(isDrawn && drawingFormats.length === 0 && { drawingFormats: EXPORTS_MESSAGES['export.formatRequired'] }),
    ...(modeltypeId === null && formats.length === 0 && { formats: EXPORTS_MESSAGES['export.formatRequired'] }),
    ...(modeltypeId === null &&
      coordinates === 'epsg' &&
      epsgOf(epsg) === null && { epsg: EXPORTS_MESSAGES['export.epsgRequired'] }),
    ...(description.trim() === '' && { description: EXPORTS_MESSAGES['export.descriptionRequired'] }),
    ...(notify && !isEmail(notifyEmail.trim()) && { notifyEmail: ADMIN_MESSAGES['user.emailInvalid'] }),
  };
}

/** A box of the stage as an export names it: degrees clockwise about the local up. */
export const exportBoxOf = (box: SectionBox): ExportBox => ({
  centerX: box.centerEcef[0],
  centerY: box.centerEcef[1],
  centerZ: box.centerEcef[2],
  sizeX: box.size[0],
  sizeY: box.size[1],
  sizeZ: box.size[2],
  degrees: headingDegOf(box),
});

/** The box of an export on the stage. */
export const sectionBoxOf = (box: ExportBox): SectionBox => ({
  centerEcef: [box.centerX, box.centerY, box.centerZ] satisfies Vec3,
  size: [box.sizeX, box.sizeY, box.sizeZ] satisfies Vec3,
  headingRad: box.degrees * RAD_PER_DEG,
});

/** The request for the meshes of a layer. */
export function layerInputOf(
  { description, notify, notifyEmail }: ExportValues,
  box: SectionBox,
  { siteSlug, modeltypeId, capture }: { siteSlug: string; modeltypeId: MeshLayerId; capture: ShownCapture | null },
): LayerExportInput {
  const ofCapture = capture && !capture.isCurrent ? { captureId: capture.id } : {};
  return {
    ...exportBoxOf(box),
    siteSlug,
    modeltypeId,
    ...ofCapture,
    description,
    notify,
    notifyEmail: notify ? notifyEmail : null,
  };
}

/** The request for a drawing of a layer. */
export const drawingInputOf = (
  values: ExportValues,
  box: SectionBox,
  of: { siteSlug: string; modeltypeId: MeshLayerId; capture: ShownCapture | null },
): DrawingInput => ({
  ...layerInputOf(values, box, of),
  ...values.drawing,
  behind: values.drawing.behind && HAS_OUTLINES[of.modeltypeId],
  formats: [...values.drawingFormats],
});

/** The request for points. */
export function exportInputOf(
  values: ExportValues,
  box: SectionBox,
  { siteSlug, cloud, siteSystem }: { siteSlug: string; cloud: Pointcloud } & Pick<ExportSources, 'siteSystem'>,
): ExportInput {
  const { formats, description, notify, notifyEmail } = values;
  return {
    ...exportBoxOf(box),
    pointCloudID: cloud.uuid,
    siteSlug,
    density: densityOf(values, cloud),
    description,
    formats: [...formats],
    coordinates: chosenCoordinates(values, box, ownSystem(cloud, { siteSystem })),
    notify,
    notifyEmail: notify ? notifyEmail : null,
  };
}

/** The values of an earlier export, to be corrected and sent again. */
export const valuesOf = (
  { modeltypeId, density, format, coordinates, box, description, drawing }: Download,
  draft: ExportValues,
): ExportValues => ({
  ...draft,
  modeltypeId,
  description,
  ...(modeltypeId !== null && { isDrawing: drawing !== null }),
  ...(drawing && isOneOf(DRAWING_FORMATS)(format) && { drawing, drawingFormats: [format] }),
  ...(isOneOf(EXPORT_FORMATS)(format) && { density, formats: [format], ...choiceOf(coordinates, box) }),
});

function choiceOf(coordinates: ExportCoordinates, { centerX, centerY, centerZ }: ExportBox): Partial<ExportValues> {
  if (coordinates === 'site' || coordinates === 'ecef') return { coordinates };
  if (coordinates === utmEpsgAt([centerX, centerY, centerZ])) return { coordinates: 'utm' };
  return { coordinates: 'epsg', epsg: coordinates };
}
