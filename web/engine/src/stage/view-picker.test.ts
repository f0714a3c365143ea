import { enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { cameraFrame } from '../view/camera-frame.ts';
import type { LayerPick } from './deck-layers.ts';
import type { Scene } from './scene.ts';
import { ViewPicker } from './view-picker.ts';

const FRAME = enuFrame({ longitude: 116, latitude: -32, height: 20 });
/** 100 m above the origin, looking down. */
const CAMERA = cameraFrame(
  { positionEnu: [0, 0, 100], direction: [0, 0, -1], up: [0, 1, 0] } as never,
  800,
  600,
  1,
  1000,
);
const TEXTURED = 1;

const GROUND = { pointEnu: [0, 0, 0], modeltypeId: TEXTURED, featureId: 7, errorMetres: 0.2, distance: 100 };
const added = (height: number, change: Partial<LayerPick> = {}): LayerPick => ({
  pointEnu: [0, 0, height],
  layerId: 'pumps/dots',
  index: 0,
  object: null,
  isOnTop: false,
  ...change,
});

function pickerOf(
  model: object | null,
  layers: readonly LayerPick[],
  visibleLayerId: number | null = TEXTURED,
): ViewPicker {
  const scene = { picks: { at: () => model }, pickLayers: () => layers, sideAt: () => ({ visibleLayerId }) };
  return new ViewPicker(() => ({
    camera: CAMERA,
    frame: FRAME,
    scene: scene as unknown as Scene,
    pickArea: () => null,
  }));
}

const heightOf = (pointEcef: Vec3): number => transformPoint(FRAME.enuFromEcef, pointEcef)[2];

describe('a tool is set on', () => {
  it('an added layer that is nearer than the model, at its position', () => {
    const hit = pickerOf(GROUND, [added(30)]).toolHitAt(400, 300)!;
    expect(heightOf(hit.pointEcef)).toBeCloseTo(30, 6);
    expect(hit).toMatchObject({ modeltypeId: TEXTURED, featureId: null, isAdded: true });
    // A pixel 70 m away.
    expect(hit.errorMetres).toBeCloseTo(70 / CAMERA.pixelsPerMetre, 9);
  });

  it('an added layer where there is no model', () => {
    expect(heightOf(pickerOf(null, [added(30)]).toolHitAt(400, 300)!.pointEcef)).toBeCloseTo(30, 6);
  });

  it.each([
    ['hides an added layer', [added(-5)]],
    ['has no added layer before it', []],
    ['has only a sign before it that is drawn over everything', [added(30, { isOnTop: true })]],
  ])('the model where it %s', (_where, layers) => {
    const hit = pickerOf(GROUND, layers).toolHitAt(400, 300)!;
    expect(heightOf(hit.pointEcef)).toBeCloseTo(0, 6);
    expect(hit).toMatchObject({ featureId: 7, errorMetres: 0.2 });
    expect(hit.isAdded).toBeUndefined();
  });

  it('nothing before a layer is visible', () => {
    expect(pickerOf(null, [added(30)], null).toolHitAt(400, 300)).toBeNull();
  });
});
