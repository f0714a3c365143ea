import { letOthersRun } from '@overlook/db';
import { TOUCHED_IN_FILE_MOST } from '@overlook/shared/config';
import { CSV_START, csvLine } from '@overlook/shared/format';
import type { csvAnswerSchema, touchedInputSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { findTouched } from './find-touched.ts';

const HEADING = ['name', 'tags', 'path', 'extent'];

/** The objects that areas of a change hold or cut, as CSV; `extent` is "inside" or "crossing". Throws as `findTouched` does. */
export async function exportTouched(
  ctx: SignedInContext,
  input: z.output<typeof touchedInputSchema>,
): Promise<z.input<typeof csvAnswerSchema>> {
  const { items } = await findTouched(ctx, input, TOUCHED_IN_FILE_MOST);
  const csv = [CSV_START + csvLine(HEADING)];
  for (const { name, tags, path, isInside } of items) {
    csv.push(csvLine([name, tags.join('; '), path, isInside ? 'inside' : 'crossing']));
    await letOthersRun();
  }
  return { csv };
}
