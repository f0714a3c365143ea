import { UPLOAD_DIGEST_BYTES, UPLOADS } from '@overlook/shared/config';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite, UploadOptions } from '@overlook/shared/schemas';
import type { PlannedPart } from '../recognise/assign-layers.ts';
import { KINDS, layerName, publishedLayer } from './part-words.ts';
import type { OptionErrors } from './plan-options.ts';

interface Plan {
  readonly planned: readonly PlannedPart[];
  readonly site: ManagedSite;
  readonly options: UploadOptions;
  readonly errors: OptionErrors;
  /** Null where the server cannot tell. */
  readonly spaceBytes: number | null;
}

/** Bytes of a line of the list of files, about. */
const LINE_BYTES = 60;

/** Why a plan cannot be sent, as a sentence; null where it can. */
export function planProblem({ planned, site, options, errors, spaceBytes }: Plan): string | null {
  const chosen = planned.filter(({ isChosen }) => isChosen);
  const files = chosen.reduce((sum, { part }) => sum + part.files.length, 0);
  if (planned.length === 0) return UPLOAD_PAGE_MESSAGES['uploadPage.nothingChosen'];
  if (files === 0) return UPLOAD_PAGE_MESSAGES['uploadPage.noPartChosen'];
  if (site.archivedAt !== null) return UPLOAD_PAGE_MESSAGES['uploadPage.siteArchived'];
  if (files > UPLOADS.filesMost)
    return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.tooManyFiles'], { most: UPLOADS.filesMost });
  const wrong =
    errors.crs ??
    errors.position ??
    errors.captured ??
    errors.within ??
    chosen.map((one) => unreadable(one, options, site)).find(Boolean);
  if (wrong) return wrong;
  const isAfterLayer = site.isPlaced || chosen.some(({ layer }) => publishable(layer));
  if (!isAfterLayer) return UPLOAD_PAGE_MESSAGES['uploadPage.layerFirst'];
  const there = chosen.find(({ layer }) => publishedLayer(site, layer));
  if (there && options.captured === undefined && !options.replace)
    return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.capturedFirst'], { layer: layerName(there.layer!) });
  const bytes = chosen.reduce((sum, { part }) => sum + part.bytes, 0) + files * LINE_BYTES + UPLOAD_DIGEST_BYTES;
  if (spaceBytes === null || bytes <= spaceBytes) return null;
  return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.noSpace'], {
    needed: fileSizeText(bytes),
    free: fileSizeText(spaceBytes),
  });
}

const publishable = (layer: PlannedPart['layer']): boolean => layer !== null && layer !== 'photos';

/** Point clouds of LAS and LAZ say before they are sent whether the import can place them. */
function unreadable({ part }: PlannedPart, { crs, at }: UploadOptions, site: ManagedSite): string | null {
  const { points } = part;
  const words = { part: KINDS[part.kind].name };
  if (!points || crs !== undefined) return null;
  if (points.systems.length > 1) return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.systemsFirst'], words);
  const isBare = points.stated < points.files && points.broken.length === 0;
  return isBare && !at && !site.coordinateSystem
    ? formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.noPlace'], words)
    : null;
}
