import { type Vec3, scale, toMat4, transformPoint } from '@overlook/shared/maths';
import { type IfcFile, referenceOf } from './ifc-file.ts';

/**
 * The point on the floor of a storey where its placement puts it, in the file's own axes (z up) in metres; null for one without a
 * placement. `lengthMetres`: metres of the file's unit. Its attribute `Elevation` is not used: it is from the reference height of the building, which files leave out, and may
 * differ from where the walls of the storey stand.
 */
export function floorOf(file: IfcFile, storeyId: number, lengthMetres: number): Vec3 | null {
  const placement = referenceOf(file.line(storeyId)?.['ObjectPlacement']);
  if (placement === null) return null;
  // web-ifc gives placements in the file's own unit and axes, unlike geometry.
  const toFile = toMat4(file.api.GetWorldTransformMatrix(file.model, placement));
  const floor = scale(transformPoint(toFile, [0, 0, 0]), lengthMetres);
  return floor.every(Number.isFinite) ? floor : null;
}
