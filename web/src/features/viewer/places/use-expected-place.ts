import { useEffect, useRef } from 'react';
import type { Snapshot } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';

/** A pointer that rests shorter than this on a Place sends no request, milliseconds. */
const HOVER_MS = 120;

/**
 * Reports the Place under the pointer or the focus, and null after that. A Place that cannot be loaded is not reported;
 * pressing it will show the reason.
 */
export function useExpectedPlace(onExpect: (place: Snapshot | null) => void): (placeId: number | null) => void {
  const pointedAt = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onExpect);
  useEffect(() => {
    tell.current = onExpect;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      pointedAt.current = null;
    },
    [],
  );
  const ask = async (placeId: number) => {
    const answer = await api.snapshots.get.query({ id: placeId }).catch(() => null);
    if (answer && pointedAt.current === placeId) tell.current(answer.snapshot);
  };
  return (placeId) => {
    clearTimeout(timer.current);
    pointedAt.current = placeId;
    if (placeId === null) tell.current(null);
    else timer.current = setTimeout(() => void ask(placeId), HOVER_MS);
  };
}
