import { CAD_MESSAGES } from '@overlook/shared/messages';
import type { CadItem } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { cadSite } from '../../../state/cad-capture.ts';
import { cad, select } from '../../../state/cad.ts';

let newest = 0;
let newestClick = 0;

/**
 * Selects items, or one more or one less with `isAdded`. Their features are requested first; of two consecutive choices
 * the second counts, in any order of the answers. A failed one shows a toast and changes nothing.
 */
export async function selectItems(
  siteId: number,
  items: readonly Pick<CadItem, 'id'>[],
  isAdded = false,
): Promise<void> {
  const own = ++newest;
  const known = new Map(cad.selected.map((selected) => [selected.id, selected]));
  const wanted = await Promise.all(
    items.map(async ({ id }) => {
      const { ranges } = await queryClient.fetchQuery(featuresQuery(siteId, id));
      return { id, features: ranges };
    }),
  ).catch(() => null);
  if (!wanted || own !== newest) return;
  if (!isAdded) return select(wanted);
  const [one] = wanted;
  if (one && known.has(one.id)) select(cad.selected.filter(({ id }) => id !== one.id));
  else select([...cad.selected, ...wanted]);
}

/** Selects the object of a feature that was clicked in the model, and nothing for null. */
export const selectFeature = (siteId: number, featureId: number | null): Promise<void> =>
  selectFeatures(siteId, featureId === null ? [] : [featureId]);

/** Selects the objects of these features, each once. What belongs to no object is left out. */
export async function selectFeatures(siteId: number, featureIds: readonly number[]): Promise<void> {
  const own = ++newestClick;
  if (featureIds.length === 0) return select([]);
  const query = (featureId: number) => procedures.cad.byFeature.queryOptions({ ...cadSite(siteId), featureId });
  const found = await Promise.all(featureIds.map((id) => queryClient.fetchQuery(query(id)))).catch(() => null);
  if (!found || own !== newestClick) return;
  const items = new Map(found.flatMap(({ item }) => (item ? [[item.id, item] as const] : [])));
  if (items.size > 0) await selectItems(siteId, [...items.values()]);
  else select([]);
}

const featuresQuery = (siteId: number, itemId: number) =>
  procedures.cad.features.queryOptions(
    { ...cadSite(siteId), itemIds: [itemId] },
    { staleTime: Number.POSITIVE_INFINITY, meta: { failureText: CAD_MESSAGES['cad.fetchFailed'] } },
  );
