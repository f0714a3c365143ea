import { describe, expect, it } from 'vitest';
import { bookmarkSchema } from '../schemas/bookmark.ts';
import { ecefFromLla } from './geodesy.ts';
import { type Pose, orthonormal } from './pose.ts';
import { poseOfCamera, poseProblem, storedCameraOf } from './stored-camera.ts';
import type { Vec3 } from './vector.ts';

/** Repeatable numbers in −1…1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function poses(count: number): Pose[] {
  const next = random(7);
  const vector = (): Vec3 => [next(), next(), next()];
  return Array.from({ length: count }, () => ({
    position: ecefFromLla({ longitude: next() * 180, latitude: next() * 90, height: (next() + 1) * 5000 }),
    ...orthonormal(vector(), vector()),
  }));
}

describe('a stored camera', () => {
  it('goes through JSON and back bit for bit', () => {
    for (const pose of poses(500)) {
      const stored = storedCameraOf(pose, { near: 1, far: 1e5 });
      expect(bookmarkSchema.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
      expect(poseOfCamera(JSON.parse(JSON.stringify(stored)) as typeof stored)).toEqual(pose);
    }
  });

  it('keeps a pose along the axes, whose zeros have signs', () => {
    const pose: Pose = { position: [6.4e6, -0, 0], direction: [-0, -1, 0], up: [0, -0, 1] };
    const stored = storedCameraOf(pose, { near: 1, far: 10 });
    expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
  });

  it('has the camera matrix that takes its own axes to ECEF', () => {
    const [pose] = poses(1) as [Pose];
    const { transform, right } = storedCameraOf(pose, { near: 1, far: 10 });
    expect(transform.slice(0, 3)).toEqual([right.x, right.y, right.z]);
    expect(transform.slice(4, 7)).toEqual(pose.up);
    expect(transform.slice(8, 11)).toEqual(pose.direction.map((v) => -v));
    expect(transform.slice(12)).toEqual([...pose.position, 1]);
  });
});

describe('a camera from outside', () => {
  const good = poses(1)[0]!;

  it('is used when it is valid', () => {
    for (const pose of poses(200)) expect(poseProblem(pose)).toBeNull();
  });

  it('may be over a pole', () => {
    const position = ecefFromLla({ longitude: 0, latitude: 90, height: 10 });
    expect(poseProblem({ ...good, position })).toBeNull();
  });

  it.each([
    ['NaN', { position: [Number.NaN, 0, 0] as Vec3 }, 'a number in it is not finite'],
    ['infinite', { direction: [Infinity, 0, 0] as Vec3 }, 'a number in it is not finite'],
    ['in the middle of the earth', { position: [0, 0, 0] as Vec3 }, 'its position is not near the earth'],
    ['beyond the moon', { position: [5e8, 0, 0] as Vec3 }, 'its position is not near the earth'],
    ['blind', { direction: [0, 0, 0] as Vec3 }, 'it looks in no direction'],
    ['twisted', { up: good.direction }, 'its up is along its direction'],
  ])('that is %s is refused with the reason', (_, part, reason) => {
    expect(poseProblem({ ...good, ...part })).toBe(reason);
  });
});
