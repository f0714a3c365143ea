import { RAD_PER_DEG, llaFromEcef, enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { SectionBox } from '@overlook/engine';

/** Heading of the box in degrees clockwise from north, from 0 to under 360. */
export function headingDegOf(box: SectionBox): number {
  const deg = box.headingRad / RAD_PER_DEG;
  return ((deg % 360) + 360) % 360;
}

export const turnedTo = (box: SectionBox, headingDeg: number): SectionBox => ({
  ...box,
  headingRad: headingDeg * RAD_PER_DEG,
});

/**
 * The box with one side made `metres` long; its centre does not move. `axis` 0 is east, 1 north, 2 up, before it is
 * turned.
 */
export const sizedTo = (box: SectionBox, axis: number, metres: number): SectionBox => ({
  ...box,
  size: withAxis(box.size, axis, metres),
});

/** How far the box has been moved since `start`: metres east, north and up of where its centre was. */
export function offsetEnu(start: SectionBox, box: SectionBox): Vec3 {
  return transformPoint(frameOf(start).enuFromEcef, box.centerEcef);
}

/** The box moved along one axis to `metres` from `start` along it. */
export function movedTo(start: SectionBox, box: SectionBox, axis: number, metres: number): SectionBox {
  const offset = withAxis(offsetEnu(start, box), axis, metres);
  return { ...box, centerEcef: transformPoint(frameOf(start).ecefFromEnu, offset) };
}

export function isSameBox(a: SectionBox, b: SectionBox): boolean {
  const numbers = (box: SectionBox) => [...box.centerEcef, ...box.size, box.headingRad];
  const others = numbers(b);
  return numbers(a).every((number, index) => number === others[index]);
}

const frameOf = (box: SectionBox) => enuFrame(llaFromEcef(box.centerEcef));

function withAxis(values: Vec3, axis: number, value: number): Vec3 {
  const next: Vec3 = [...values];
  next[axis] = value;
  return next;
}
