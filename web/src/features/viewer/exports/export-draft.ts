import { proxy, ref, useSnapshot } from 'valtio';
import { DRAWING_FORMATS, EXPORT_FORMATS, MESH_LAYERS } from '@overlook/shared/config';
import { drawingSettingsSchema, exportBoxSchema } from '@overlook/shared/schemas';
import type { SectionBox } from '@overlook/engine';
import { keepDraft, keptDraft } from '../../../state/drafts.ts';
import { isBoolean, isListOf, isOneOf, isRecord, isString } from '../../../state/stored-values.ts';
import {
  COORDINATE_CHOICES,
  exportBoxOf,
  type ExportNotice,
  type ExportValues,
  newValues,
  sectionBoxOf,
} from './export-values.ts';

interface Draft {
  readonly values: ExportValues;
  /** The last box on the stage; null until it was placed. */
  readonly box: SectionBox | null;
}

interface DraftState {
  /** Names the draft among those that are kept: person and site. */
  key: string | null;
  siteId: number | null;
  draft: Draft | null;
  /** Where moves of the box are counted from. */
  start: SectionBox | null;
}

const NONE: Readonly<DraftState> = Object.freeze({ key: null, siteId: null, draft: null, start: null });

const state = proxy<DraftState>({ ...NONE });

/** The export that is being prepared; without a draft while the panel is closed. */
export const exportDraft: Readonly<DraftState> = state;

interface DraftOwner {
  readonly userId: number;
  readonly siteId: number;
  /** What a new draft begins with. */
  readonly notice: ExportNotice;
}

/** Continues with the stored draft of this person and site, or begins a new one. */
export function openExportDraft({ userId, siteId, notice }: DraftOwner): void {
  const key = `export.${userId}.${siteId}`;
  if (state.key === key) return;
  const draft = readDraft(keptDraft(key)) ?? { values: newValues(notice), box: null };
  Object.assign(state, { key, siteId, draft: ref(draft), start: draft.box && ref(draft.box) });
}

function change(part: Partial<Draft>): void {
  const { key, draft } = state;
  if (key === null || !draft) return;
  const next = { ...draft, ...part };
  state.draft = ref(next);
  keepDraft(key, { values: next.values, box: next.box && exportBoxOf(next.box) });
}

export const keepExportValues = (values: ExportValues): void => change({ values });

/** Keeps where the box is. */
export const keepExportBox = (box: SectionBox): void => change({ box });

/** Keeps a box that was placed, not moved: moves are counted from it. */
export function placeExportBox(box: SectionBox): void {
  state.start = ref(box);
  change({ box });
}

/**
 * Keeps the draft `sentKey` after it was sent: the next export needs another description, the rest is often used again.
 * The draft of another site may be open meanwhile.
 */
export function keepSentExport(sentKey: string, values: ExportValues, box: SectionBox): void {
  const next = { ...values, description: '' };
  if (state.key === sentKey) change({ values: next });
  else keepDraft(sentKey, { values: next, box: exportBoxOf(box) });
}

/** Closes the draft and keeps it stored. */
export function leaveExportDraft(): void {
  Object.assign(state, NONE);
}

/** The draft of a site, live; null while there is none. */
export function useExportDraft(siteId: number): Draft | null {
  const { siteId: own, draft } = useSnapshot(state);
  return own === siteId ? (draft as Draft | null) : null;
}

const isFormats = isListOf(isOneOf(EXPORT_FORMATS), EXPORT_FORMATS.length);
const isDrawingFormats = isListOf(isOneOf(DRAWING_FORMATS), DRAWING_FORMATS.length);
const isLayer = isOneOf(MESH_LAYERS);
const isCoordinates = isOneOf(COORDINATE_CHOICES);

/** A kept draft, if it is one. */
function readDraft(kept: unknown): Draft | null {
  if (!isRecord(kept) || !isRecord(kept['values'])) return null;
  const {
    modeltypeId = null,
    isDrawing = false,
    drawing,
    drawingFormats,
    density,
    formats,
    coordinates,
    epsg = '',
    description,
    notify,
    notifyEmail,
  } = kept['values'];
  const isWhole = (density === null || typeof density === 'number') && isString(description) && isString(notifyEmail);
  if (modeltypeId !== null && !isLayer(modeltypeId)) return null;
  if (!isWhole || !isFormats(formats) || !isCoordinates(coordinates) || !isString(epsg) || !isBoolean(notify))
    return null;
  // Drafts of earlier versions have no drawing.
  const first = newValues({ notify, notifyEmail });
  const settings = drawingSettingsSchema.safeParse(drawing);
  const box = exportBoxSchema.safeParse(kept['box']);
  return {
    values: {
      modeltypeId,
      isDrawing: isDrawing === true,
      drawing: settings.success ? settings.data : first.drawing,
      drawingFormats: isDrawingFormats(drawingFormats) ? drawingFormats : first.drawingFormats,
      density,
      formats,
      coordinates,
      epsg,
      description,
      notify,
      notifyEmail,
    },
    box: box.success ? sectionBoxOf(box.data) : null,
  };
}
