import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pose } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { Stage } from '@overlook/engine';
import { photoMarks, showPhotoLook } from '../../../../state/photo-marks.ts';
import { resetPhotos, showFound } from '../../../../state/photos.ts';
import { photoCamera } from '../marks/photo-camera-of.ts';
import { resetScreen, stageOpened } from '../../../../state/screens.ts';
import { canLookFrom, lookFromPhoto, stopLooking } from './look-from-photo.ts';
import { WAIT } from '@overlook/engine/testing/wait';
import { aNearbyPhoto } from '../testing/a-nearby-photo.ts';

const photo = aNearbyPhoto();
const { position, direction, up } = photoCamera(photo)!;

let pose: Pose;
let size = { width: 1600, height: 900 };
const listeners = new Map<string, () => void>();
const update = vi.fn();
const stage = {
  pose: () => pose,
  size: () => size,
  setPose: vi.fn(),
  update,
  on: (event: string, handler: () => void) => {
    listeners.set(event, handler);
    return () => listeners.delete(event);
  },
};

const moveTo = (next: Pose) => {
  pose = next;
  listeners.get('drawn')?.();
  listeners.get('pose')?.();
};
const fovYDeg = () => update.mock.calls.findLast(([patch]) => 'fovYDeg' in patch)?.[0].fovYDeg;

beforeEach(() => {
  size = { width: 1600, height: 900 };
  pose = { position: [0, 0, 0], direction: [1, 0, 0], up: [0, 0, 1] };
  stageOpened(0, stage as unknown as Stage);
  showFound([photo]);
});
afterEach(() => {
  stopLooking();
  resetPhotos();
  vi.clearAllMocks();
  resetScreen(0);
});

it('shows the photo over the model once the camera is at its position', async () => {
  lookFromPhoto(photo);
  expect(stage.setPose).toHaveBeenCalledWith({ position, direction, up }, { animate: true });
  expect(update).not.toHaveBeenCalled();
  moveTo({ position, direction, up });
  expect(update).toHaveBeenLastCalledWith({
    photoLook: { photoId: '7', picture: '/api/files/snapshots/a/large', opacity: 0.6 },
  });
  showPhotoLook({ photoId: 7, opacity: 0.25 });
  await vi.waitFor(() => expect(update.mock.lastCall![0].photoLook.opacity).toBe(0.25), WAIT);
});

it('changes to the lens of the photo during the flight, shows the whole photo on a screen of any shape, and returns to 60°', () => {
  lookFromPhoto(photo);
  const half = (k: number) => position[k]! / 2;
  moveTo({ position: [half(0), half(1), half(2)], direction, up });
  // 73° across at 4:3 are 58.06° up and down.
  const halfTangent = Math.tan((73 / 2) * (Math.PI / 180));
  const whole = 2 * Math.atan(halfTangent * 0.75) * (180 / Math.PI);
  expect(whole).toBeCloseTo(58.06, 2);
  expect(fovYDeg()).toBeCloseTo((60 + whole) / 2, 3);
  moveTo({ position, direction, up });
  expect(fovYDeg()).toBeCloseTo(whole, 9);
  // Half as wide as high: 73° across need twice the tangent up and down.
  size = { width: 400, height: 800 };
  listeners.get('drawn')!();
  expect(fovYDeg()).toBeCloseTo(2 * Math.atan(halfTangent * 2) * (180 / Math.PI), 9);
  stopLooking();
  expect(fovYDeg()).toBe(60);
});

it('looks round in a panorama with the usual lens', () => {
  const sphere = { ...photo, photo: { ...photo.photo, projection: 'equirectangular', hfovDeg: null } } as NearbyPhoto;
  showFound([sphere]);
  lookFromPhoto(sphere);
  moveTo({ position, direction, up });
  expect(fovYDeg()).toBeUndefined();
});

it('takes the photo away when the camera leaves', () => {
  lookFromPhoto(photo);
  moveTo({ position, direction, up });
  moveTo({ position: [position[0] + 1, position[1], position[2]], direction, up });
  expect(update).toHaveBeenLastCalledWith({ photoLook: null, fovYDeg: 60 });
  expect(photoMarks.look).toBeNull();
});

it('ends when the flight is stopped elsewhere', () => {
  lookFromPhoto(photo);
  listeners.get('rest')!();
  expect(photoMarks.look).toBeNull();
});

it('remains in a panorama while the camera only rotates', () => {
  const sphere = { ...photo, photo: { ...photo.photo, projection: 'equirectangular', hfovDeg: null } } as NearbyPhoto;
  showFound([sphere]);
  lookFromPhoto(sphere);
  moveTo({ position, direction, up });
  moveTo({ position, direction: up, up: [-direction[0], -direction[1], -direction[2]] });
  expect(photoMarks.look).not.toBeNull();
  moveTo({ position: [position[0] + 1, position[1], position[2]], direction, up });
  expect(photoMarks.look).toBeNull();
});

it('is for photos whose camera is known', () => {
  const withPart = (part: object) => ({ ...photo, photo: { ...photo.photo, ...part } }) as NearbyPhoto;
  expect(canLookFrom(photo)).toBe(true);
  expect(canLookFrom(withPart({ angles: null }))).toBe(false);
  expect(canLookFrom(withPart({ hfovDeg: null }))).toBe(false);
  expect(canLookFrom(withPart({ projection: 'equirectangular', hfovDeg: null }))).toBe(true);
});
