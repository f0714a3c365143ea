import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { hitPositionText } from '@overlook/shared/messages';
import { cad } from '../../../../state/cad.ts';
import { announce } from '../../../../ui/announcer.tsx';
import { selectItems } from '../select-items.ts';
import type { Reveal } from './use-active-row.ts';
import type { Found, Search } from './use-found.ts';

export interface HitSteps {
  /** Which hit was stepped to or is selected, from 0; null for none of them. */
  readonly position: number | null;
  readonly reveal: Reveal | null;
  /** Selects the next hit, or with −1 the one before; from the last to the first and back. */
  step(by: 1 | -1): void;
}

/** Steps from hit to hit. A step before the answer has arrived is made after it. */
export function useHitSteps(siteId: number, { found, isBehind }: Search): HitSteps {
  const [at, setAt] = useState<{ id: number } | null>(null);
  const [target, setTarget] = useState<{ id: number; query: string } | null>(null);
  const early = useRef<1 | -1 | null>(null);
  const newest = useSnapshot(cad).selected.at(-1)?.id ?? null;
  const [seen, setSeen] = useState(newest);
  if (newest !== seen) {
    setSeen(newest);
    setAt(newest === null ? null : { id: newest });
  }
  const index = found && at ? found.hits.findIndex(({ id }) => id === at.id) : -1;
  const position = index < 0 ? null : index;

  const go = async (list: Found, by: 1 | -1) => {
    const wanted = nextPlace(position, by, list.total);
    let { hits } = list;
    for (let pages = hits.length; wanted >= hits.length && hits.length < list.total; pages = hits.length) {
      hits = await list.loadMore();
      // The page could not be loaded, and its row shows that.
      if (hits.length <= pages) return;
    }
    const hit = hits[wanted];
    if (!hit) return;
    list.toggle(
      hit.ancestors.map(({ id }) => id),
      true,
    );
    setAt({ id: hit.id });
    setTarget({ id: hit.id, query: list.query });
    announce(`${hit.name}, ${hitPositionText(wanted + 1, list.total, list.isTotalExact)}`);
    await selectItems(siteId, [hit]);
  };
  const catchUp = useEffectEvent((list: Found, by: 1 | -1) => void go(list, by));
  useEffect(() => {
    const by = early.current;
    if (!by || !found || isBehind) return;
    early.current = null;
    if (found.total > 0) queueMicrotask(() => catchUp(found, by));
  }, [found, isBehind]);

  const [reveal, setReveal] = useState<{ of: object; way: readonly number[] } | null>(null);
  const isHere = target !== null && target.query === found?.query;
  if (isHere && reveal?.of !== target && found.hits.some(({ id }) => id === target.id))
    setReveal({ of: target, way: found.wayTo(target.id) });
  return {
    position,
    reveal: isHere ? reveal : null,
    step: (by) => {
      if (!found || isBehind) early.current = by;
      else if (found.total > 0) void go(found, by);
    },
  };
}

function nextPlace(position: number | null, by: 1 | -1, total: number): number {
  if (position === null) return by === 1 ? 0 : total - 1;
  return (position + by + total) % total;
}
