import { HISTORY_TEXT_LONGEST } from '@overlook/shared/config';
import { llaFromEcef } from '@overlook/shared/maths';
import { areaText } from '@overlook/shared/messages';
import type { Bookmark, Moc, MocArea, MocHistoryEntry, MocPoi, SavedMeasurements } from '@overlook/shared/schemas';
import { descriptionText } from './clean-description.ts';

/** One field of a change before and after a save, as the audit keeps it and the history shows it. */
export type FieldChange = MocHistoryEntry['fields'][number];

/** A value of a field: for comparison, and as text for people. */
interface FieldValue {
  readonly exact: unknown;
  readonly text: string;
}

const NOTHING: FieldValue = { exact: null, text: '' };
const plain = (text: string): FieldValue => ({ exact: text, text });

/** The fields that differ between two states of a change; all that have a value where there was none before. */
export function fieldChanges(before: Moc | null, after: Moc): FieldChange[] {
  const old = before ? valuesOf(before) : {};
  return Object.entries(valuesOf(after)).flatMap(([field, now]) => changeOf(field, old[field] ?? NOTHING, now));
}

/** What the saving, archiving and restoring of an area changes. */
export function areaChanges(before: MocArea | null, after: MocArea | null): FieldChange[] {
  const name = (after ?? before)!.name;
  const renamed = before && after ? changeOf(`area ${before.name}`, plain(before.name), plain(after.name)) : [];
  return [...renamed, ...changeOf(`area ${name}`, areaValue(before), areaValue(after))];
}

function changeOf(field: string, before: FieldValue, after: FieldValue): FieldChange[] {
  if (JSON.stringify(before.exact) === JSON.stringify(after.exact)) return [];
  return [{ field, before: textOrNull(before), after: textOrNull(after) }];
}

function textOrNull({ text }: FieldValue): string | null {
  if (text === '') return null;
  if (text.length <= HISTORY_TEXT_LONGEST) return text;
  // Half of a surrogate pair at the end could not be stored.
  return `${text.slice(0, HISTORY_TEXT_LONGEST - 1).replace(/\p{Cs}$/u, '')}…`;
}

const valuesOf = (moc: Moc): Record<string, FieldValue> => ({
  name: plain(moc.name),
  description: { exact: moc.description, text: descriptionText(moc.description) },
  documentNumber: plain(moc.documentNumber),
  state: plain(moc.state),
  position: { exact: moc.pois, text: moc.pois.map(poiText).join('; ') },
  bookmark: bookmarkValue(moc.data.bookmark),
  measurements: measurementsValue(moc.data.measurements),
  attachments: { exact: moc.attachments.map(({ uuid }) => uuid), text: moc.attachments.map(nameOf).join(', ') },
});

const nameOf = ({ filename }: { filename: string }): string => filename;

const placeText = (longitude: number, latitude: number, height: number): string =>
  `${longitude.toFixed(6)}°, ${latitude.toFixed(6)}°, ${height.toFixed(2)} m`;

const poiText = ({ longitude, latitude, altitude }: MocPoi): string => placeText(longitude, latitude, altitude);

function bookmarkValue(bookmark: Bookmark | null): FieldValue {
  if (!bookmark) return NOTHING;
  const { x, y, z } = bookmark.position;
  const { longitude, latitude, height } = llaFromEcef([x, y, z]);
  return { exact: bookmark, text: placeText(longitude, latitude, height) };
}

function measurementsValue(measurements: SavedMeasurements | null): FieldValue {
  const kinds = Object.entries(measurements ?? {}).flatMap(([kind, written]) => (written === null ? [] : [kind]));
  return kinds.length > 0 ? { exact: measurements, text: kinds.join(', ') } : NOTHING;
}

const areaValue = (area: MocArea | null): FieldValue =>
  area ? { exact: { ...area, uuid: '', createdAt: '' }, text: areaText(area) } : NOTHING;
