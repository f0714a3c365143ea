import { type ReadonlyVec3, type Vec3, dot } from '@overlook/shared/maths';

/** Faces whose normals differ less at both ends of an edge are one smooth surface. Stored normals have steps of 0.5°. */
const SMOOTH_COS = Math.cos((10 * Math.PI) / 180);
/** The same for faces of meshes without normals, by the angle between the faces: then facets of few sides are edges too. */
const FLAT_COS = Math.cos((30 * Math.PI) / 180);

/** A face at an edge: unit normals of the mesh at both ends, null where it has none, and of the face itself. */
export interface EdgeSide {
  readonly normals: readonly [Vec3 | null, Vec3 | null];
  readonly face: Vec3;
}

/**
 * Whether an edge of these faces is one to snap to: the border of a surface (one face), or a crease, where the normals of two faces
 * differ at an end. The angle between the faces says nothing: facets of a pipe of 8 sides meet at 45°. Of more than two faces, those
 * that turn their backs on each other are the two sides of one sheet.
 */
export function isFeature(sides: readonly EdgeSide[]): boolean {
  const isSheet = sides.length > 2;
  const isSmooth = (a: ReadonlyVec3, b: ReadonlyVec3, least: number) =>
    (isSheet ? Math.abs(dot(a, b)) : dot(a, b)) >= least;
  const differ = (one: EdgeSide, other: EdgeSide) => {
    const [oneA, oneB] = one.normals;
    const [otherA, otherB] = other.normals;
    if (oneA && oneB && otherA && otherB)
      return !isSmooth(oneA, otherA, SMOOTH_COS) || !isSmooth(oneB, otherB, SMOOTH_COS);
    return !isSmooth(one.face, other.face, FLAT_COS);
  };
  return sides.length === 1 || sides.some((one, i) => sides.slice(i + 1).some((other) => differ(one, other)));
}

/** Whether two normals at one place are those of one smooth surface. */
export const isSmoothAt = (a: ReadonlyVec3, b: ReadonlyVec3): boolean => dot(a, b) >= SMOOTH_COS;
