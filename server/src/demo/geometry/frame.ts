import { type ReadonlyVec3, type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';

/** An orthonormal right-handed frame in site ENU metres: the position and orientation of a shape. */
export interface Frame {
  readonly origin: ReadonlyVec3;
  readonly x: ReadonlyVec3;
  readonly y: ReadonlyVec3;
  readonly z: ReadonlyVec3;
}

/** A frame standing upright at `origin`, its x axis turned counter-clockwise from east by `yawRad`. */
export function uprightFrame(origin: ReadonlyVec3, yawRad = 0): Frame {
  const [c, s] = [Math.cos(yawRad), Math.sin(yawRad)];
  return { origin, x: [c, s, 0], y: [-s, c, 0], z: [0, 0, 1] };
}

/** A frame whose z axis runs along `axis` (any length but 0); its x axis is level wherever that is possible. */
export function frameAlong(origin: ReadonlyVec3, axis: ReadonlyVec3): Frame {
  const z = normalize(axis);
  const isUpright = Math.abs(z[2]) > 0.999;
  const x: Vec3 = isUpright ? [1, 0, 0] : normalize([-z[1], z[0], 0]);
  const level = isUpright ? normalize(subtract(x, [z[0] * x[0] * z[0], z[1] * x[0] * z[0], z[2] * x[0] * z[0]])) : x;
  return { origin, x: level, y: cross(z, level), z };
}

/** The site point at (x, y, z) of the frame. */
export function pointIn(frame: Frame, x: number, y: number, z: number): Vec3 {
  const { origin, x: ax, y: ay, z: az } = frame;
  return [
    origin[0] + ax[0] * x + ay[0] * y + az[0] * z,
    origin[1] + ax[1] * x + ay[1] * y + az[1] * z,
    origin[2] + ax[2] * x + ay[2] * y + az[2] * z,
  ];
}

/** The same axes at another origin, given in the frame's own coordinates. */
export const moved = (frame: Frame, x: number, y: number, z: number): Frame => ({
  ...frame,
  origin: pointIn(frame, x, y, z),
});

/** The frame turned about its own z axis, counter-clockwise seen from its tip. */
export function turned(frame: Frame, angleRad: number): Frame {
  const [c, s] = [Math.cos(angleRad), Math.sin(angleRad)];
  const { x, y } = frame;
  return {
    ...frame,
    x: [x[0] * c + y[0] * s, x[1] * c + y[1] * s, x[2] * c + y[2] * s],
    y: [y[0] * c - x[0] * s, y[1] * c - x[1] * s, y[2] * c - x[2] * s],
  };
}
