/**
 * Converts the result of a loader to drawable content: validated, counted and positioned, for the viewer's formats and for those
 * of others.
 */
import { leftOutText } from '@overlook/shared/messages';
import { type UnfilledFeatures, FEATURES_AT_MOST, type MeshContent } from './file-content.ts';
import type { FilePlaces } from './file-places.ts';
import type { AnyFormat, FormatContent, TableContent } from './format-definition.ts';
import { contentOfGeoJson, statedCrs } from './geojson-content.ts';
import { LeftOut } from './left-out.ts';
import { contentOfMesh } from './mesh-content.ts';
import type { PositionColumns } from './table-columns.ts';
import { contentOfTable } from './table-content.ts';

/** Throws an Error that describes the problem of the file, or of the format's result. `columns` are the user's choice for a table. */
export async function drawnContent(
  { content }: AnyFormat,
  parsed: unknown,
  places: FilePlaces,
  columns: PositionColumns | null = null,
): Promise<UnfilledFeatures | MeshContent> {
  const made: unknown = content ? await content(parsed) : ofLoader(parsed);
  const list = Array.isArray(made) ? made : [made];
  if (list.length === 0) throw new Error('It has no features.');
  const [first] = list as [FormatContent];
  if (list.length === 1 && isRecord(first) && first.kind === 'mesh') return contentOfMesh(first);
  const parts: UnfilledFeatures[] = [];
  const refused: Error[] = [];
  for (const one of list)
    try {
      parts.push(await featuresOf(one, places, columns));
    } catch (error) {
      // One bad table of a file with several does not affect the others.
      if (list.length === 1 || !(error instanceof Error)) throw error;
      refused.push(error);
    }
  if (parts.length === 0) throw refused[0]!;
  return merged(
    parts,
    refused.map(({ message }) => message),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const NOTHING = 'Its loader gives nothing that can be drawn: features, rows of a table, or a mesh.';

async function featuresOf(
  content: unknown,
  places: FilePlaces,
  columns: PositionColumns | null,
): Promise<UnfilledFeatures> {
  if (!isRecord(content)) throw new Error(NOTHING);
  // Each field is validated where it is used.
  if (content['kind'] === 'table') return tableFeatures(content as unknown as TableContent, places, columns);
  if (content['kind'] !== 'geojson') throw new Error(NOTHING);
  const { geojson, crs } = content;
  const { placeOf, crsName } = await places.open(
    textOrNull(crs) ?? statedCrs(geojson),
    content['hasAltitudeModes'] === true ? 'kml' : 'degrees',
  );
  return withNotes(contentOfGeoJson(geojson, placeOf, crsName, leftOutOf(content)), content['notes']);
}

async function tableFeatures(
  content: TableContent,
  places: FilePlaces,
  columns: PositionColumns | null,
): Promise<UnfilledFeatures> {
  const { rows, crs, lines } = content;
  if (!Array.isArray(rows) || !rows.every(isRecord)) throw new Error('Its rows are no list of objects.');
  const table = { rows, crs: textOrNull(crs), columns, ...(Array.isArray(lines) && { lines }) };
  return withNotes(await contentOfTable(table, places, leftOutOf(content)), content.notes);
}

/** The parts that the loader could not use. */
function leftOutOf({ leftOut }: { readonly leftOut?: unknown }): LeftOut {
  const found = new LeftOut();
  for (const part of Array.isArray(leftOut) ? leftOut : [])
    if (isRecord(part)) found.add({ where: String(part['where']), reason: String(part['reason']) });
  return found;
}

const withNotes = (content: UnfilledFeatures, notes: unknown): UnfilledFeatures =>
  Array.isArray(notes)
    ? { ...content, notes: [...content.notes, ...notes.slice(0, NOTES_AT_MOST).map(String)] }
    : content;

const NOTES_AT_MOST = 20;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function merged(parts: readonly UnfilledFeatures[], refused: readonly string[]): UnfilledFeatures {
  const [only, second] = parts as [UnfilledFeatures, UnfilledFeatures?];
  if (!second && refused.length === 0) return only;
  const features = parts.flatMap((part) => part.features);
  if (features.length > FEATURES_AT_MOST) throw new Error(`It has more than ${FEATURES_AT_MOST} features.`);
  return {
    kind: 'features',
    features,
    crsName: [...new Set(parts.map(({ crsName }) => crsName))].join(', '),
    leftOutCount: parts.reduce((sum, { leftOutCount }) => sum + leftOutCount, refused.length),
    notes: [...refused.map((reason) => leftOutText('A table', reason, 1)), ...parts.flatMap(({ notes }) => notes)],
  };
}

/** Converts the results of loaders.gl: GeoJSON, tables of row objects, and meshes. */
function ofLoader(parsed: unknown): FormatContent {
  if (isRecord(parsed) && isRecord(parsed['attributes']) && 'POSITION' in parsed['attributes'])
    return { ...parsed, kind: 'mesh' } as unknown as FormatContent;
  if (isRecord(parsed) && parsed['shape'] === 'object-row-table')
    return { kind: 'table', rows: parsed['data'] as TableContent['rows'] };
  if (Array.isArray(parsed)) return { kind: 'table', rows: parsed as TableContent['rows'] };
  if (isRecord(parsed) && typeof parsed['type'] === 'string') return { kind: 'geojson', geojson: parsed };
  throw new Error(NOTHING);
}
