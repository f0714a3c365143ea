/**
 * Camera constants. The figures of specification §9 "Camera, keyboard and views" are marked; for the others the
 * specification gives no figure, and they are choices of the viewer.
 */
export const CAMERA = {
  /** Metres above the site origin. Specification §9. */
  homeHeight: 150,
  /** Vertical field of view in degrees: the quality figures are screen-space errors at this angle. */
  fovYDeg: 60,
  /** Highest the camera may go, metres above the ground: about three earth radii. */
  maxHeight: 2e7,
  /** Camera height in metres from which a drag turns the globe instead of sliding over a plane. */
  globePanHeight: 20_000,
} as const;

/** Keyboard flight. Steps are per 1/60 s and scaled by elapsed time. Specification §9. */
export const KEYBOARD_FLIGHT = {
  stepsPerSecond: 60,
  /** Metres per step = height above the ground divided by this. */
  heightDivisor: 150,
  heightDivisorFast: 10,
  /** The height used for the step is at least this, metres. */
  minHeight: 1,
  /** Radians per step. */
  turnStepRad: 0.04,
  /** A longer frame counts as this many milliseconds, so that the camera does not jump after a stall. */
  maxFrameMs: 100,
} as const;

/** Double click or tap. Specification §9: 0.5 s, a quarter of the distance. */
export const DOUBLE_TAP = {
  flightMs: 500,
  distanceFactor: 0.25,
  /** Longest pause between the two taps, milliseconds, and their largest distance in CSS pixels. */
  maxPauseMs: 350,
  maxDistancePx: 24,
  /** Longest second press, milliseconds. */
  maxPressMs: 400,
} as const;

/** What still counts as a click, however long it is pressed: under this movement in CSS pixels. */
export const TAP = { maxMovePx: 5 } as const;

/** Dragging. */
export const DRAG = {
  /** Rays that meet the ground at a flatter angle than this (degrees) pan in the view plane. */
  minGrazingStartDeg: 5,
  /** While dragging over the ground the ray is held at least this far below the horizon (degrees). */
  minGrazingDeg: 3,
  /** Half a turn for a drag over the height of the viewport, radians. */
  orbitRadPerHeight: Math.PI,
  /** CSS pixels of drag over which a rolled camera comes down to 1/e of its roll. */
  levelPx: 60,
  /** Glide after a touch drag: time constant in milliseconds and the least speed in CSS pixels per second. */
  glideMs: 160,
  glideMinSpeedPxPerS: 150,
} as const;

/** Wheel, trackpad and pinch. */
export const ZOOM = {
  /** Distance after one notch of the wheel inward, relative to the distance before. */
  factorPerNotch: 0.8,
  /** Pixels of wheel delta in a notch; lines in a notch. */
  pixelsPerNotch: 100,
  linesPerNotch: 3,
  /** A trackpad pinch arrives as a wheel with Ctrl whose delta is the percentage of scale. */
  pinchScalePerPixel: 0.01,
  /** Most notches that one event counts for. */
  maxNotchesPerEvent: 3,
  /**
   * Least travel for a notch in metres: close to a surface the camera passes through it instead of becoming ever
   * slower.
   */
  minStep: 0.25,
  /** Time constant of the damping in milliseconds, and the rest in notches at which it ends. */
  dampingMs: 70,
  restNotches: 0.01,
  /** Share of a roll that each frame of a zoom takes away. */
  levellingPerFrame: 0.15,
} as const;

/** Two fingers. */
export const TWO_FINGERS = {
  /** CSS pixels of movement before the kind of the gesture is decided. */
  decidePx: 6,
  /** Radians of twist before the view turns. */
  twistThresholdRad: 0.12,
} as const;

/** Flights between poses. */
export const FLIGHT = {
  /** Metres above the ground that a path between two poses above it keeps. */
  minClearance: 2,
  /** Zoom against pan, ρ of van Wijk and Nuij: a higher value makes flights rise higher. */
  curvature: 1,
  /** Horizontal metres from which a path follows the curve of the earth. */
  roundEarthFrom: 10_000,
} as const;

/** Flying to look at a point of the model. */
export const LOOK_AT = {
  /**
   * Pitch is held between these, radians: in a flatter view things hide each other, in a steeper one their sides cannot
   * be seen.
   */
  flattestPitchRad: -0.26,
  steepestPitchRad: -1.3,
  /** Distance in metres to a point whose object has no known size. */
  distance: 25,
} as const;

/** Back and forward. */
export const CAMERA_HISTORY = {
  /** A smaller move does not count as a move: metres, and units of the view axes. Specification §4. */
  leastMove: 0.001,
  entriesAtMost: 100,
} as const;
