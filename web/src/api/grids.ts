import type { AskedGrids, FoundGrids } from '@overlook/shared/schemas';
import { api } from './client.ts';

/**
 * The operator's grids around a place, by which an import there would compute. Null where the server does not answer: what is computed
 * without them is said to be.
 */
export async function findGrids(asked: AskedGrids): Promise<FoundGrids | null> {
  try {
    return await api.grids.at.mutate(asked);
  } catch (error) {
    console.warn('The server could not be asked for its grids.', error);
    return null;
  }
}
