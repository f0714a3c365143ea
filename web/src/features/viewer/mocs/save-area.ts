import type { input } from 'zod';
import type { Moc, MocArea, saveAreaInputSchema } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { fetchMoc, refreshMoc, saveMocArea } from '../../../api/mocs.ts';

export type AreaInput = Omit<input<typeof saveAreaInputSchema>, 'siteId' | 'id'>;

/** The area at its opening, and the version of its change at that time. */
export interface OpenedArea {
  readonly area: MocArea;
  readonly version: number;
}

/** An area that another person has saved: who and when, and the version of its change. */
export interface SavedArea {
  readonly theirs: MocArea;
  readonly version: number;
  readonly save: { readonly by: string | null; readonly at: string };
}

/** What a change has now of the area that is open; null as long as that is the same. */
export function theirArea(moc: Moc, { area, version }: OpenedArea): SavedArea | null {
  const theirs = moc.polygons[area.uuid];
  if (!theirs || moc.version <= version || !isOther(theirs, area)) return null;
  return { theirs, version: moc.version, save: { by: moc.updatedBy, at: moc.updatedAt } };
}

const isOther = (a: MocArea, b: MocArea): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Another person has saved the same area since it was opened. The message names the person. */
export class AreaConflict extends Error {
  constructor(
    sentence: string,
    readonly theirs: MocArea,
    /** The version of their save: with it the next save replaces their area. */
    readonly version: number,
  ) {
    super(sentence);
  }
}

/**
 * Saves a new area, or with `opened` an edited one. Where another person has saved another part of the change since,
 * the area is saved nevertheless. Throws an `AreaConflict`, and the errors of the call.
 */
export async function saveArea(
  place: { siteId: number; id: number },
  area: AreaInput,
  opened: OpenedArea | null,
): Promise<void> {
  const call = { ...area, ...place };
  if (!opened) return void (await saveMocArea(call));
  try {
    await saveMocArea({ ...call, version: opened.version });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.httpStatus !== 409) throw error;
    const { polygons, version } = await fetchMoc(place);
    const theirs = polygons[opened.area.uuid];
    if (theirs && isOther(theirs, opened.area)) {
      void refreshMoc(place);
      throw new AreaConflict(sentenceOf(failure), theirs, version);
    }
    await saveMocArea({ ...call, version });
  }
}
