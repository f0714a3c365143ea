/** The typed values of a change's form, and its initial values. */
import { MOC_VIEW_FILENAME, type MocState } from '@overlook/shared/config';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Attachment, Bookmark, Moc, MocPoi, SavedMeasurements } from '@overlook/shared/schemas';
import { newUuid } from '../../../../state/new-uuid.ts';
import { isRecord } from '../../../../state/stored-values.ts';

export interface MocValues {
  name: string;
  documentNumber: string;
  state: MocState;
  /** HTML */
  description: string;
}

/** A field that another person has saved differently in between. */
export interface FieldConflict {
  readonly field: keyof MocValues;
  readonly mine: string;
  readonly theirs: string;
}

/** A save by another person. */
export interface TheirSave {
  /** Null when the account is gone. */
  readonly by: string | null;
  /** ISO date. */
  readonly at: string;
}

export interface MocDraft {
  /** Names a new change, and the save of an edited one, in every try: the server does it once, also when an answer is lost. */
  readonly guid: string;
  /** The values of saves whose answers were lost; null without such a save, '' when they were different. */
  readonly tried: string | null;
  readonly values: MocValues;
  /** The last read or saved values; only differences from them are saved. */
  readonly base: MocValues;
  /** Of the change at reading; null for a new one. */
  readonly version: number | null;
  readonly poi: MocPoi | null;
  readonly bookmark: Bookmark | null;
  readonly measurements: SavedMeasurements | null;
  /** Whether a person has chosen these three again. */
  readonly isPoiNew: boolean;
  readonly isBookmarkNew: boolean;
  readonly areMeasurementsNew: boolean;
  /** Uploaded for this change and not saved with it yet. */
  readonly added: readonly Attachment[];
  /** Attachments that are to be removed from the change. */
  readonly removed: readonly string[];
  readonly conflicts: readonly FieldConflict[];
  /** Who else has saved the change last while the form was open; null for nobody. */
  readonly theirSave: TheirSave | null;
}

const EMPTY_VALUES: Readonly<MocValues> = Object.freeze({
  name: '',
  documentNumber: '',
  state: 'proposed',
  description: '',
});

const valuesOf = ({ name, documentNumber, state, description }: Moc): MocValues => ({
  name,
  documentNumber,
  state,
  description,
});

/** The draft of a change that is edited, or with null of a new one. */
export function draftOf(moc: Moc | null): MocDraft {
  const values = moc ? valuesOf(moc) : EMPTY_VALUES;
  return {
    guid: newUuid(),
    tried: null,
    values,
    base: values,
    version: moc?.version ?? null,
    poi: moc?.pois[0] ?? null,
    bookmark: moc?.data.bookmark ?? null,
    measurements: moc?.data.measurements ?? null,
    isPoiNew: false,
    isBookmarkNew: false,
    areMeasurementsNew: false,
    added: [],
    removed: [],
    conflicts: [],
    theirSave: null,
  };
}

/** Whether a file is the picture of the view that is saved with a change. */
export const isViewPicture = ({ filename }: Pick<Attachment, 'filename'>): boolean => filename === MOC_VIEW_FILENAME;

const isSame = (a: MocValues, b: MocValues): boolean =>
  a.name === b.name && a.documentNumber === b.documentNumber && a.state === b.state && a.description === b.description;

/** Whether closing the form would lose something that a person has typed or chosen. */
export const isTyped = (draft: MocDraft): boolean =>
  !isSame(draft.values, draft.base) ||
  draft.added.some((file) => !isViewPicture(file)) ||
  draft.removed.length > 0 ||
  (draft.version !== null && draft.isPoiNew) ||
  draft.isBookmarkNew ||
  draft.areMeasurementsNew;

/** A kept draft, if it is one. Only this tab has written it, so its outline is enough. */
export function readDraft(kept: unknown): MocDraft | null {
  if (!isRecord(kept) || !isRecord(kept['values']) || !isRecord(kept['base'])) return null;
  const texts = ['name', 'documentNumber', 'state', 'description'];
  const isWhole = [kept['values'], kept['base']].every((values) =>
    texts.every((name) => typeof (values as Record<string, unknown>)[name] === 'string'),
  );
  const lists = ['added', 'removed', 'conflicts'];
  if (!isWhole || !lists.every((name) => Array.isArray(kept[name]))) return null;
  // The fields that were looked at are too few for the compiler, and enough for what this tab has written.
  const draft = kept as unknown as Omit<MocDraft, 'guid' | 'tried' | 'theirSave'>;
  // One that an older page has kept lacks these.
  return { guid: newUuid(), tried: null, theirSave: null, ...draft };
}

/** The errors of the values, by field. */
export function checkMoc({ name, documentNumber }: MocValues): Partial<Record<keyof MocValues, string>> {
  return {
    ...(name.trim() === '' && { name: MOCS_MESSAGES['moc.nameRequired'] }),
    ...(documentNumber.trim() === '' && { documentNumber: MOCS_MESSAGES['moc.documentNumberRequired'] }),
  };
}

const FIELDS = ['name', 'documentNumber', 'state', 'description'] as const;

/**
 * A draft after another person has saved the same change: fields that only they have changed get their values, fields
 * that both have changed keep the typed value and become a conflict to choose from.
 */
export function mergeTheirs(draft: MocDraft, theirs: Moc): MocDraft {
  const saved = valuesOf(theirs);
  const values = { ...draft.values };
  const takeTheirs = <Field extends keyof MocValues>(field: Field) => {
    values[field] = saved[field];
  };
  const conflicts: FieldConflict[] = [];
  for (const field of FIELDS) {
    if (saved[field] === draft.base[field] || saved[field] === values[field]) continue;
    if (values[field] === draft.base[field]) takeTheirs(field);
    else conflicts.push({ field, mine: values[field], theirs: saved[field] });
  }
  return {
    ...draft,
    values,
    base: saved,
    version: theirs.version,
    poi: draft.isPoiNew ? draft.poi : (theirs.pois[0] ?? null),
    bookmark: draft.isBookmarkNew ? draft.bookmark : theirs.data.bookmark,
    measurements: draft.areMeasurementsNew ? draft.measurements : theirs.data.measurements,
    conflicts,
    theirSave: { by: theirs.updatedBy, at: theirs.updatedAt },
  };
}
