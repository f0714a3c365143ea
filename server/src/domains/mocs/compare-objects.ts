import { type AreaPrism, type OrientedBox, touchOf } from '@overlook/shared/mocs';

/** An object in bytes: its id, then the centre of its box in ECEF metres and its sides, big-endian, as PostgreSQL sends numbers. */
export const OBJECT_BYTES = 4 + 6 * 8;

/** The volume of an area and the objects near it, as `nearObjects` gives them. */
export interface Comparison {
  readonly prism: AreaPrism;
  readonly objects: Uint8Array;
  readonly axesEcef: OrientedBox['axesEcef'];
}

/** What a comparison costs: how often a corner is compared with an object. */
export const costOf = ({ prism, objects }: Comparison): number =>
  prism.ring.length * (objects.byteLength / OBJECT_BYTES);

/** An object in the volume, with a flag for being wholly inside. */
export type TouchedId = readonly [id: number, isInside: boolean];

/** The touched objects one by one; null for each that is not touched, so that the caller can pause. */
export function* compareObjects({ prism, objects, axesEcef }: Comparison): Generator<TouchedId | null> {
  const view = new DataView(objects.buffer, objects.byteOffset, objects.byteLength);
  for (let at = 0; at < objects.byteLength; at += OBJECT_BYTES) {
    const number = (k: number) => view.getFloat64(at + 4 + 8 * k);
    const touch = touchOf(prism, {
      centerEcef: [number(0), number(1), number(2)],
      size: [number(3), number(4), number(5)],
      axesEcef,
    });
    yield touch === 'outside' ? null : [view.getInt32(at), touch === 'inside'];
  }
}
