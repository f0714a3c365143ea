import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cross, dot, enuFrame, normalize, type Vec3 } from '@overlook/shared/maths';
import { globeOutline } from './globe-outline.ts';
import { type EarthCamera, earthCamera, globeSphere } from './map-camera.ts';

const FRAME = enuFrame({ longitude: 138.5, latitude: -35, height: 30 });
const VIEWPORT = { height: 800, fovYRad: Math.PI / 3 };

/** A camera over the site that looks so far off straight down. */
function cameraAt(height: number, offDeg: number, turnDeg: number): EarthCamera {
  const [off, turn] = [(offDeg * Math.PI) / 180, (turnDeg * Math.PI) / 180];
  const level: Vec3 = [Math.sin(turn), Math.cos(turn), 0];
  const mix = (a: number, b: number): Vec3 => [a * level[0], a * level[1], b];
  const direction = mix(Math.sin(off), -Math.cos(off));
  return earthCamera(
    { positionEnu: [0, 0, height], direction, up: mix(Math.cos(off), Math.sin(off)) },
    FRAME,
    30,
    VIEWPORT,
  );
}

/** Points of the sphere whose tangent meets the camera, in the image: CSS pixels from its middle, y down. */
function limbOf(camera: EarthCamera): [number, number][] {
  const { centreEcef, radiusM } = globeSphere(camera);
  const { positionEcef: eye, orientationEcef, focalPx } = camera;
  const out: Vec3 = [eye[0] - centreEcef[0], eye[1] - centreEcef[1], eye[2] - centreEcef[2]];
  const away = Math.hypot(...out);
  const axis = normalize(out);
  const first = normalize(cross(axis, [0, 0, 1]));
  const second = cross(axis, first);
  const { direction, up } = orientationEcef;
  const right = cross(direction, up);
  return Array.from({ length: 1900 }, (_, i) => {
    const [c, s] = [Math.cos(i / 300), Math.sin(i / 300)].map(
      (part) => part * Math.sqrt(1 - (radiusM / away) ** 2),
    ) as [number, number];
    const at = [0, 1, 2].map(
      (k) => centreEcef[k]! + radiusM * ((radiusM / away) * axis[k]! + c * first[k]! + s * second[k]!) - eye[k]!,
    );
    const to = at as unknown as Vec3;
    const ahead = dot(to, direction);
    return ahead <= 0 ? [NaN, NaN] : [(focalPx * dot(to, right)) / ahead, (-focalPx * dot(to, up)) / ahead];
  });
}

describe('the outline of the globe', () => {
  it('is where rays touch the sphere, wherever the camera looks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300_000, max: 20_000_000 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 359 }),
        (height, off, turn) => {
          const camera = cameraAt(height, off, turn);
          const outline = globeOutline(camera);
          if (typeof outline === 'string') return;
          const { turnRad, centrePx, alongPx, acrossPx } = outline;
          const isWhole = alongPx !== acrossPx;
          for (const [x, y] of limbOf(camera)) {
            // Where its far end is behind the lens, the outline is right near the near end only.
            if (!isWhole || !(Math.hypot(x, y) < 3000)) continue;
            const along = x * Math.cos(turnRad) + y * Math.sin(turnRad) - centrePx;
            const across = y * Math.cos(turnRad) - x * Math.sin(turnRad);
            expect(Math.hypot(along / alongPx, across / acrossPx)).toBeCloseTo(1, 6);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('touches the limb that is ahead while the other is behind', () => {
    const camera = cameraAt(400_000, 70, 30);
    const outline = globeOutline(camera);
    if (typeof outline === 'string') throw new Error(outline);
    const near = Math.min(
      ...limbOf(camera)
        .map(([x, y]) => Math.hypot(x, y))
        .filter(Number.isFinite),
    );
    expect(Math.abs(outline.centrePx - outline.alongPx)).toBeCloseTo(near, 0);
  });

  it('is none where the image shows only the globe, or only space', () => {
    expect(globeOutline(cameraAt(90_000, 0, 0))).toBe('inside');
    expect(globeOutline(cameraAt(20_000_000, 170, 0))).toBe('outside');
  });
});
