import { useEffect, useRef } from 'react';
import type { Snapshot } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';

/** A pointer that only passes over a list asks for nothing, milliseconds. */
const HOVER_MS = 120;

/**
 * Tells of the Place that a pointer or the focus is on, and null when it is on none any more. A Place that cannot be had is
 * not told of: its press will say why.
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
