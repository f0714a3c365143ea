import { FileArchive, FileQuestionMark, type LucideIcon, Table2 } from 'lucide-react';
import { MODEL_TYPES } from '@overlook/shared/config';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite, UploadPart } from '@overlook/shared/schemas';
import { LAYER_ICONS } from '../../../../../parts/layer-icons.ts';
import type { PlannedPart } from '../recognise/assign-layers.ts';
import type { FoundPart, PartKind } from '../recognise/found-part.ts';

/** Words and icon of what a part is. */
export const KINDS: Readonly<Record<PartKind, { readonly name: string; readonly icon: LucideIcon }>> = {
  tileset: { name: UPLOAD_PAGE_MESSAGES['uploadPage.tileset'], icon: LAYER_ICONS.textured },
  archive: { name: UPLOAD_PAGE_MESSAGES['uploadPage.archive'], icon: FileArchive },
  points: { name: UPLOAD_PAGE_MESSAGES['uploadPage.pointCloud'], icon: LAYER_ICONS.pointCloud },
  cad: { name: UPLOAD_PAGE_MESSAGES['uploadPage.cad'], icon: LAYER_ICONS.cad },
  properties: { name: UPLOAD_PAGE_MESSAGES['uploadPage.properties'], icon: Table2 },
  photos: { name: UPLOAD_PAGE_MESSAGES['uploadPage.photosName'], icon: LAYER_ICONS.nearbyPhotos },
  photoTable: { name: UPLOAD_PAGE_MESSAGES['uploadPage.photoTable'], icon: Table2 },
  other: { name: UPLOAD_PAGE_MESSAGES['uploadPage.notRecognised'], icon: FileQuestionMark },
};

const typeOf = (layer: UploadPart) => MODEL_TYPES.find(({ folder }) => folder === layer) ?? null;

/** The words of a layer as the layer selector has them. */
export function layerName(layer: UploadPart): string {
  if (layer === 'photos') return UPLOAD_PAGE_MESSAGES['uploadPage.photosName'];
  if (layer === 'properties') return UPLOAD_PAGE_MESSAGES['uploadPage.properties'];
  return typeOf(layer)?.label ?? UPLOAD_PAGE_MESSAGES['uploadPage.photoTable'];
}

/** The layer that the site has and that an import would replace; null for one that it has not, and for photos, which are added. */
export function publishedLayer(site: Pick<ManagedSite, 'layers'>, layer: UploadPart | null) {
  const id = layer === null || layer === 'photos' ? null : typeOf(layer)?.id;
  return site.layers.find(({ modeltypeId }) => modeltypeId === id) ?? null;
}

/** "scan, 24 files". */
export function placeText({ place, files }: FoundPart): string {
  const count = files.length;
  if (place === '') return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.filesOnly'], { count });
  return count === 1 ? place : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.placeAndFiles'], { place, count });
}

/** Why a part is not sent; null for one that is. */
export function leftOutReason({ part, takenBy, needs }: PlannedPart): string | null {
  if (part.layers.length === 0) return UPLOAD_PAGE_MESSAGES['uploadPage.unknownKind'];
  if (takenBy)
    return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.taken'], {
      layer: layerName(part.layers[0]!),
      place: takenBy.place || KINDS[takenBy.kind].name,
    });
  if (needs === 'cad') return UPLOAD_PAGE_MESSAGES['uploadPage.needsCad'];
  return needs === 'photos' ? UPLOAD_PAGE_MESSAGES['uploadPage.needsPhotos'] : null;
}
