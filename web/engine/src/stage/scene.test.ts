import { beforeEach, describe, expect, it } from 'vitest';
import { progressOf } from './progress.ts';
import {
  cloud,
  COARSE_TILESET,
  enuDirection,
  ecefFromEnu,
  ground,
  LOOKING_DOWN,
  nextTask,
  POINTS,
  SHADED,
  TEXTURED,
  TILESET,
  SceneHarness,
} from './testing/scene-harness.ts';
import type { ViewRay } from '../view/view-rays.ts';

let stand: SceneHarness;
beforeEach(() => {
  stand = new SceneHarness();
});

describe('a scene that opens', () => {
  it('is not settled before its layer is known, nor with an empty frame', async () => {
    expect(progressOf(true, null).settled).toBe(false);
    expect(progressOf(true, stand.scene).settled).toBe(false);
    stand.show(TEXTURED, 'textured');
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: false, isOpen: false });
    await stand.answer('textured/tileset.json', TILESET);
    stand.drawPicture();
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: false, isOpen: false, wanted: 1 });
    await stand.answer('textured/root.glb', ground(1));
    expect(progressOf(true, stand.scene).settled).toBe(false);
    stand.drawPicture();
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: true, isOpen: true, selected: 1 });
    expect(progressOf(false, stand.scene).settled).toBe(false);
  });

  it('counts a root that cannot be loaded as failed, and does not open', async () => {
    stand.show(TEXTURED, 'textured');
    await stand.refuse('textured/tileset.json');
    stand.drawPicture();
    expect(progressOf(true, stand.scene)).toMatchObject({ failed: 1, loaded: 0, isOpen: false });
  });
});

describe('a tile that arrives', () => {
  it('requests a frame only if it changes the drawn items', async () => {
    stand.show(TEXTURED, 'textured');
    await stand.answer('textured/tileset.json', TILESET);
    stand.drawPicture();
    await stand.answer('textured/root.glb', ground(5));
    const update = () => stand.scene.update(LOOKING_DOWN, false, () => 16, 0, false);
    expect(update().redraw).toBe(true);
    // Such as a tile of another view.
    stand.scene.retryFailed();
    expect(stand.scene.sides.first.isStale).toBe(true);
    expect(update().redraw).toBe(false);
  });
});

describe('a cloud with more points than the budget', () => {
  it('asks for frames until it is as fine as a larger budget allows, although no tile arrives or changes', async () => {
    stand.set({ pointBudget: 10 / 1e6 });
    stand.show(POINTS, 'points');
    await stand.answer('points/tileset.json', TILESET);
    stand.drawPicture();
    await stand.answer('points/root.glb', cloud(20));
    stand.drawPicture();
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: true, selected: 1, pointLimit: 10 });
    stand.set({ pointBudget: 1 });
    const update = (changed: boolean) => stand.scene.update(LOOKING_DOWN, changed, () => 16, 0, false);
    let frames = 1;
    for (let { more } = update(true); more && frames < 100; frames++) ({ more } = update(false));
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: true, selected: 1, pointLimit: null });
    expect(frames).toBeLessThan(40);
  });
});

describe('a change of layer', () => {
  beforeEach(async () => {
    stand.show(TEXTURED, 'textured');
    await stand.load('textured', 1);
    stand.visible = [];
  });

  it('keeps the old layer visible and picked until the new one covers the view, then draws only the new one', async () => {
    stand.show(SHADED, 'shaded');
    expect(stand.scene.sides.first.visibleLayerId).toBe(TEXTURED);
    expect(stand.scene.selectedCount).toBe(1);
    expect(stand.pickedHeight).toBeCloseTo(1, 3);
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: false, isOpen: true });
    await stand.load('shaded', 5);
    expect(stand.visible).toEqual([SHADED]);
    expect(stand.scene.selectedCount).toBe(1);
    expect(stand.pickedHeight).toBeCloseTo(5, 3);
    expect(progressOf(true, stand.scene).settled).toBe(true);
  });

  it('returns immediately to the layer that is still visible', () => {
    stand.show(SHADED, 'shaded');
    stand.show(TEXTURED, 'textured');
    expect(stand.visible).toEqual([]);
    expect(stand.pickedHeight).toBeCloseTo(1, 3);
    expect(progressOf(true, stand.scene).settled).toBe(true);
  });

  it('draws nothing if the new layer cannot be loaded', async () => {
    stand.show(SHADED, 'shaded');
    await stand.refuse('shaded/tileset.json');
    stand.drawPicture();
    expect(stand.scene.sides.first.visibleLayerId).toBe(SHADED);
    expect(stand.scene.selectedCount).toBe(0);
    expect(progressOf(true, stand.scene).failed).toBe(1);
  });

  it('releases the old layer when memory is full', async () => {
    stand.show(SHADED, 'shaded');
    await stand.answer('shaded/tileset.json', TILESET);
    stand.cache.capBytes = 1;
    stand.drawPicture();
    expect(stand.visible).toEqual([SHADED]);
    expect(stand.cache.usedBytes).toBe(0);
  });
});

describe('a point picked on a coarse tile', () => {
  const DOWN: ViewRay = { originEnu: [0, 0, 60], directionEnu: [0, 0, -1] };
  const ray = { origin: ecefFromEnu([0, 0, 60]), direction: enuDirection([0, 0, -1]) };
  const place = { ray, pointEcef: ecefFromEnu([0, 0, 1]), modeltypeId: TEXTURED, errorMetres: 2 };
  const finest = () => {
    const ask = () => stand.scene.picks.finest(LOOKING_DOWN, stand.scene.sides.first, DOWN, 57);
    ask();
    stand.finishGpu();
    return ask()!.pick;
  };

  beforeEach(async () => {
    stand.show(TEXTURED, 'textured');
    await stand.answer('textured/tileset.json', COARSE_TILESET);
    stand.drawPicture();
    await stand.answer('textured/root.glb', ground(1));
    stand.drawPicture();
  });

  it('is found in the finest tile, which the view does not need', async () => {
    expect(stand.answers.has('textured/finer.glb')).toBe(false);
    expect(stand.scene.picks.at(LOOKING_DOWN, 200, 150)!.errorMetres).toBeCloseTo(2, 9);
    stand.scene.setUnrefined([place]);
    stand.drawPicture();
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: false, wanted: 2 });
    expect(finest()).toBeNull();
    await stand.answer('textured/finer.glb', ground(1.5));
    stand.drawPicture();
    expect(progressOf(true, stand.scene).settled).toBe(true);
    expect(finest()!.pointEnu[2]).toBeCloseTo(1.5, 3);
    expect(finest()!.errorMetres).toBeLessThanOrEqual(0.01);
    // The drawn items stay those that the view needs.
    expect(stand.scene.selectedCount).toBe(1);
    expect(stand.pickedHeight).toBeCloseTo(1, 3);
  });

  it('is no longer requested when the point is removed', async () => {
    stand.scene.setUnrefined([place]);
    stand.drawPicture();
    await nextTask();
    stand.scene.setUnrefined([]);
    stand.drawPicture();
    await nextTask();
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: true, wanted: 1 });
    expect(stand.aborted).toEqual(['textured/finer.glb']);
  });

  it('does not affect other layers', () => {
    stand.scene.setUnrefined([{ ...place, modeltypeId: SHADED }]);
    stand.drawPicture();
    expect(progressOf(true, stand.scene).settled).toBe(true);
  });
});
