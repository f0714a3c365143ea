import type { SystemGrids } from '@overlook/shared/crs';
import type { AskedGrids } from '@overlook/shared/schemas';
import { findGrids } from '../../../api/grids.ts';
import { shownGridTexts } from '../../../parts/grid-texts.ts';
import { updateCloud } from '../../../state/local-clouds.ts';

/** The grids of the server by which a file is placed; its row says which, and which are missing. */
export async function gridsOfCloud(id: number, asked: AskedGrids): Promise<SystemGrids> {
  const found = await findGrids(asked);
  updateCloud(id, { gridTexts: shownGridTexts(found) });
  return found?.grids ?? {};
}
