import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { formatMessage, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { procedures } from '../../../api/queries.ts';
import { announce } from '../../../ui/announcer.tsx';
import { movedTo } from './moved-to.ts';
import { sitesChanged } from './use-site-actions.tsx';

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

const rowsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('tbody [role="row"]')];

/** The place among the rows of a list at a height of the window. */
function placeAt(list: HTMLElement, clientY: number): number {
  const rows = rowsOf(list);
  const below = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
  return below === -1 ? rows.length - 1 : below;
}

/** Saves an order, one after the other: the last one counts. */
function useSaveOrder(onRefused: () => void) {
  const { mutate } = useMutation(
    procedures.managedSites.order.mutationOptions({
      scope: { id: 'managedSites.order' },
      meta: { failureText: MANAGE_SITES_MESSAGES['manageSites.orderFailed'] },
      onError: onRefused,
      onSettled: () => sitesChanged(),
    }),
  );
  return (sites: readonly ManagedSite[]) => mutate({ siteIds: sites.map(({ id }) => id) });
}

/** The list as it is shown, and how it changes. */
interface Order {
  /** In the order that is shown, which runs ahead of the server. */
  readonly sites: readonly ManagedSite[] | null;
  /** Moves a site; the new order, or null where it stays as it is. */
  move(id: number, to: number): readonly ManagedSite[] | null;
  /** Saves an order, and says the place of the site that was moved. */
  keep(sites: readonly ManagedSite[], id: number): void;
}

/**
 * Rows that are moved by hand: dragged by their handle, or with Alt and the arrow keys while one has the focus. Each move is saved at
 * its end.
 */
export function useOrder(stored: readonly ManagedSite[] | null) {
  const [ids, setIds] = useState<readonly number[] | null>(null);
  const save = useSaveOrder(() => setIds(null));
  // A site that was added meanwhile is last, as in the lists.
  const placeOf = (id: number) => (ids?.includes(id) ? ids.indexOf(id) : Infinity);
  const order: Order = {
    sites: ids && stored ? stored.toSorted((a, b) => compared(placeOf(a.id), placeOf(b.id))) : stored,
    move(id, to) {
      const next = order.sites && movedTo(order.sites, id, to);
      if (next) setIds(next.map((site) => site.id));
      return next;
    },
    keep(sites, id) {
      const place = sites.findIndex((site) => site.id === id);
      const words = { name: sites[place]!.name, place: place + 1, count: sites.length };
      announce(formatMessage(MANAGE_SITES_MESSAGES['manageSites.moved'], words));
      save(sites);
    },
  };
  return { sites: order.sites, onKeyDownCapture: moveKeys(order), handle: useMoveHandle(order) };
}

const compared = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Alt and an arrow key move the row with the focus, which keeps it. */
function moveKeys({ sites, move, keep }: Order) {
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || !event.altKey) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>('[role="row"]');
    const place = row ? rowsOf(event.currentTarget).indexOf(row) : -1;
    const site = sites?.[place];
    if (!site) return;
    // Not the arrow keys of the table.
    event.preventDefault();
    event.stopPropagation();
    const moved = move(site.id, place + step);
    if (!moved) return;
    keep(moved, site.id);
    // A row that the page puts elsewhere loses the focus.
    const focused = event.target as HTMLElement;
    requestAnimationFrame(() => focused.focus());
  };
}

/** The handle of a row drags it. */
function useMoveHandle({ sites, move, keep }: Order) {
  const [dragged, setDragged] = useState<{ id: number; isMoved: boolean } | null>(null);
  return (site: ManagedSite) => ({
    isDragged: dragged?.id === site.id,
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ id: site.id, isMoved: false });
    },
    onPointerMove(event: PointerEvent<HTMLButtonElement>) {
      const table = event.currentTarget.closest('table');
      if (dragged?.id !== site.id || !table) return;
      if (move(site.id, placeAt(table, event.clientY))) setDragged({ id: site.id, isMoved: true });
    },
    onLostPointerCapture() {
      if (dragged?.id !== site.id) return;
      setDragged(null);
      if (sites && dragged.isMoved) keep(sites, site.id);
    },
  });
}

export type OrderHandle = ReturnType<ReturnType<typeof useMoveHandle>>;
