import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Pose, ecefFromLla } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import { preferences, setPreference } from '../../../../state/preferences.ts';
import { reportScreen, resetScreen, stageOpened } from '../../../../state/screens.ts';
import { hasArrived, watchHistory } from './camera-history.ts';

const poseAt = (height: number): Pose => ({
  position: ecefFromLla({ longitude: 138.5, latitude: -35, height }),
  direction: [0, 1, 0],
  up: [0, 0, 1],
});

let camera = poseAt(100);
let emitRest: (pose: Pose) => void = () => undefined;
const stage = {
  pose: () => camera,
  on: (event: string, handler: (pose: Pose) => void) => {
    if (event === 'rest') emitRest = handler;
    return () => undefined;
  },
} as unknown as Stage;

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let end: () => void;

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  setPreference('cameras', {});
  stageOpened(0, stage);
  reportScreen(0, { siteId: 1 });
  end = watchHistory();
});

afterEach(() => {
  end();
  resetScreen(0);
  vi.unstubAllGlobals();
});

const rest = (height: number): void => {
  camera = poseAt(height);
  emitRest(camera);
};

it('keeps where the camera rests for the site of the stage, also when another site is selected by now', () => {
  setPreference('selectedSiteId', 2);
  rest(100);
  expect(preferences.cameras).toEqual({ 1: poseAt(100) });
});

it('keeps a camera that still moves when the page is left', () => {
  rest(100);
  camera = poseAt(140);
  window.dispatchEvent(new Event('pagehide'));
  expect(preferences.cameras).toEqual({ 1: poseAt(140) });
  camera = poseAt(150);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(preferences.cameras).toEqual({ 1: poseAt(150) });
});

it('a camera on its way to another site is no view of that site', () => {
  rest(100);
  expect(hasArrived(stage, 1)).toBe(true);
  reportScreen(0, { siteId: 2 });
  camera = poseAt(5000);
  window.dispatchEvent(new Event('pagehide'));
  expect(hasArrived(stage, 2)).toBe(false);
  expect(preferences.cameras).toEqual({ 1: poseAt(100) });
  rest(120);
  expect(hasArrived(stage, 2)).toBe(true);
  expect(preferences.cameras).toEqual({ 1: poseAt(100), 2: poseAt(120) });
});
