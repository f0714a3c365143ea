export { DEG_PER_RAD, RAD_PER_DEG } from './angles.ts';
export { BOX_SIDE_DEFAULT, BOX_SIDE_SHORTEST, boxAxes, boxVolume } from './box.ts';
export { hsvOf, hueDistanceDeg, rampColor, rgbOf } from './colour.ts';
export { eigenOfRows, eigenOfSymmetric } from './eigen.ts';
export { rayToEllipsoid } from './ellipsoid.ts';
export { filledShare, fitView, viewExtent } from './fit-view.ts';
export { llaFromEcef, type EnuFrame, enuFrame, type Lla, ecefFromLla, wayOverGround, WGS84 } from './geodesy.ts';
export { groupPins, isSameGrouping, type PinGroups } from './group-pins.ts';
export {
  type Float64Mat4,
  IDENTITY,
  invertAffine,
  isMirrored,
  type Mat4,
  maximumScale,
  multiply,
  toMat4,
  transformDirection,
  transformPoint,
  translation,
  Y_UP_TO_Z_UP,
} from './matrix.ts';
export { angleAtDeg, angleErrorDeg, heightDifference, type Leg, legBetween, lengthError, sumLegs } from './measure.ts';
export { lonLatToMercatorPx, MERCATOR_TILE_PX, mercatorMetresPerPx, mercatorPxToLonLat } from './mercator.ts';
export {
  type EquirectangularLens,
  isInPicture,
  type PhotoAngles,
  type PhotoCamera,
  photoCameraEcef,
  type PhotoLens,
  photoOrientationEcef,
  photoOrientationEnu,
  type PhotoPixel,
  photoPixelOf,
  photoRayOf,
  verticalFovDeg,
} from './photo-camera.ts';
export { type PanoramaLevel, panoramaLevels } from './panorama-levels.ts';
export { placementMatrix } from './placement.ts';
export { barycentric, fitPlane, pointToPlane } from './plane.ts';
export {
  fitMove,
  type FittedMove,
  isNoMove,
  moveMatrix,
  moveOfMatrix,
  noMove,
  PAIRS_LEAST,
  type PointPair,
  type RigidMove,
} from './rigid-move.ts';
export { isSelfIntersecting, polygonArea, polygonAreaErrors } from './polygon.ts';
export {
  anglesOf,
  axesForVertical,
  ORTHO_HEIGHT_M,
  type Orientation,
  orientationFromQuaternion,
  orientationOf,
  orthoHeightWithin,
  orthonormal,
  type Pose,
  quaternionOf,
  rightOf,
  rotateOrientation,
  uprightAnglesOf,
  type VerticalAxes,
  type ViewAngles,
} from './pose.ts';
export {
  axisAngle,
  conjugate,
  multiplyQuaternions,
  type Quaternion,
  quaternionFromAxes,
  rotate,
  rotationBetween,
  slerp,
} from './quaternion.ts';
export { checkedPose, poseOfCamera, poseProblem, storedCameraOf } from './stored-camera.ts';
export { type Hemisphere, utmBand, utmFromLla, utmZone } from './utm.ts';
export {
  add,
  AXES,
  type Axis,
  cross,
  distance,
  dot,
  type Float64Vec3,
  length,
  mix,
  newFloat64Vec3,
  normalize,
  type ReadonlyVec3,
  scale,
  subtract,
  type Vec3,
  vec3Of,
} from './vector.ts';
export { enuAxesAt } from './vertical.ts';
export { composeTransform, writeTransform } from './transform.ts';
export { nearestInTriangle } from './triangle.ts';
