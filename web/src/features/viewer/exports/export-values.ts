/** What is typed for an export, and the request that it becomes. */
import { EXPORT_COORDINATES, EXPORT_FORMATS, type ExportCoordinates, type ExportFormat } from '@overlook/shared/config';
import { isEmail } from '@overlook/shared/format';
import { RAD_PER_DEG, type Vec3 } from '@overlook/shared/maths';
import { MESSAGES } from '@overlook/shared/messages';
import type { Download, ExportBox, ExportInput, Pointcloud } from '@overlook/shared/schemas';
import type { SectionBox } from '../../../engine/index.ts';
import { headingDegOf } from '../../../parts/box/section-box.ts';

export interface ExportValues {
  /** Metres; null for the cloud's first. */
  density: number | null;
  formats: readonly ExportFormat[];
  coordinates: ExportCoordinates;
  description: string;
  notify: boolean;
  notifyEmail: string;
}

/** What an empty form begins with. */
export const newValues = (notifyEmail: string): ExportValues => ({
  density: null,
  formats: [EXPORT_FORMATS[0]],
  coordinates: EXPORT_COORDINATES[0],
  description: '',
  notify: false,
  notifyEmail,
});

/** The chosen density where the cloud offers it, else its first. */
export const densityOf = ({ density }: Pick<ExportValues, 'density'>, { densities }: Pick<Pointcloud, 'densities'>) =>
  density !== null && densities.includes(density) ? density : densities[0]!;

/** What is wrong with the values, by field (specification §5 "Point cloud export"). */
export function checkExport(values: ExportValues): Partial<Record<keyof ExportValues, string>> {
  const { formats, description, notify, notifyEmail } = values;
  return {
    ...(formats.length === 0 && { formats: MESSAGES['export.formatRequired'] }),
    ...(description.trim() === '' && { description: MESSAGES['export.descriptionRequired'] }),
    ...(notify && !isEmail(notifyEmail.trim()) && { notifyEmail: MESSAGES['user.emailInvalid'] }),
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

/** The request for what is typed. */
export function exportInputOf(
  values: ExportValues,
  box: SectionBox,
  { siteSlug, cloud }: { siteSlug: string; cloud: Pointcloud },
): ExportInput {
  const { formats, coordinates, description, notify, notifyEmail } = values;
  return {
    ...exportBoxOf(box),
    pointCloudID: cloud.uuid,
    siteSlug,
    density: densityOf(values, cloud),
    description,
    formats: [...formats],
    coordinates,
    notify,
    notifyEmail: notify ? notifyEmail : null,
  };
}

/** An export that was asked for before, to be corrected and sent again. */
export const valuesOf = (
  { density, format, coordinates, description }: Download,
  { notify, notifyEmail }: Pick<ExportValues, 'notify' | 'notifyEmail'>,
): ExportValues => ({ density, formats: [format], coordinates, description, notify, notifyEmail });
