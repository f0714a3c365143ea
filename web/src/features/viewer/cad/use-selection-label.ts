import { useEffect } from 'react';
import { add, enuAxesAt, scale, type Vec3 } from '@overlook/shared/maths';
import type { CadItem } from '@overlook/shared/schemas';
import { useSelectedItem } from '../../../api/selected-item.ts';
import { setLabel } from '../../../state/cad.ts';

/** Letters of a name over the model; the panel has all of them. */
const LONGEST = 48;

/** Keeps the label in the model that of the object selected last. */
export function useSelectionLabel(siteId: number): void {
  const item = useSelectedItem(siteId);
  useEffect(() => {
    const pointEcef = item && topOf(item);
    const text = item && item.name.length > LONGEST ? `${item.name.slice(0, LONGEST)}\u2026` : item?.name;
    setLabel(pointEcef && text ? { text, pointEcef } : null);
    return () => setLabel(null);
  }, [item]);
}

/** The middle of an object's highest face, ECEF metres; null for one without a place. */
function topOf({ position }: CadItem): Vec3 | null {
  if (!position) return null;
  const { center, dimensions } = position;
  const middle: Vec3 = [center.x, center.y, center.z];
  return add(middle, scale(enuAxesAt(middle).up, dimensions.z / 2));
}
