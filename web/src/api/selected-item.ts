import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import type { CadItem } from '@overlook/shared/schemas';
import { cadSite } from '../state/cad-capture.ts';
import { cad } from '../state/cad.ts';
import { procedures } from './queries.ts';

/** The last selected object; null for none and until it is known. */
export function useSelectedItem(siteId: number): CadItem | null {
  const itemId = useSnapshot(cad).selected.at(-1)?.id ?? null;
  const { data } = useQuery(
    procedures.cad.item.queryOptions({ ...cadSite(siteId), itemId: itemId ?? 0 }, { enabled: itemId !== null }),
  );
  return itemId === null ? null : (data?.item ?? null);
}
