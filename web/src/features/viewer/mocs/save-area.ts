import type { input } from 'zod';
import type { MocArea, saveAreaInputSchema } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { fetchMoc, refreshMoc, saveMocArea } from '../../../api/mocs.ts';

export type AreaInput = Omit<input<typeof saveAreaInputSchema>, 'siteId' | 'id'>;

/** The area as it was when it was opened, and the version of its change then. */
export interface OpenedArea {
  readonly area: MocArea;
  readonly version: number;
}

/** Another person has saved the same area since it was opened. The message says who. */
export class AreaConflict extends Error {
  constructor(
    sentence: string,
    readonly theirs: MocArea,
    /** Of the change as they have saved it: with it the next save replaces what they have drawn. */
    readonly version: number,
  ) {
    super(sentence);
  }
}

/**
 * Saves a new area, or with `opened` an edited one. Where another person has saved something else of the change since, the area is
 * saved all the same. Throws an `AreaConflict`, and what the call threw.
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
    if (theirs && JSON.stringify(theirs) !== JSON.stringify(opened.area)) {
      void refreshMoc(place);
      throw new AreaConflict(sentenceOf(failure), theirs, version);
    }
    await saveMocArea({ ...call, version });
  }
}
