import { beforeEach, describe, expect, it } from 'vitest';
import { progressOf } from './progress.ts';
import {
  COARSE_TILESET,
  LOOKING_DOWN,
  nextTask,
  PROJECT_LAYER,
  SHADED,
  TEXTURED,
  SceneHarness,
} from './testing/scene-harness.ts';

let stand: SceneHarness;
beforeEach(() => {
  stand = new SceneHarness();
});

describe('two layers on the two sides of a divider', () => {
  const LEFT = [100, 150] as const;
  const RIGHT = [300, 150] as const;
  const swipe = { secondLayerId: SHADED, fraction: 0.5, direction: 'sideBySide' } as const;
  const heightAt = ([x, y]: readonly [number, number]) => stand.scene.picks.at(LOOKING_DOWN, x, y)?.pointEnu[2];

  beforeEach(async () => {
    stand.show(TEXTURED, 'textured');
    await stand.load('textured', 1);
    stand.set({ swipe });
    stand.scene.sides.second.show(SHADED, 'http://here/shaded/tileset.json');
    stand.drawPicture();
  });

  it('is settled when both sides are, and each side reports its own progress', async () => {
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: false, isOpen: true });
    expect(progressOf(true, stand.scene.sides.first).settled).toBe(true);
    expect(progressOf(true, stand.scene.sides.second)).toMatchObject({ settled: false, isOpen: false });
    await stand.load('shaded', 5);
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: true, wanted: 2, selected: 2 });
    expect(progressOf(true, stand.scene.sides.second)).toMatchObject({ settled: true, isOpen: true, wanted: 1 });
    expect(stand.scene.visibleLayerIds).toEqual([TEXTURED, SHADED]);
    expect(stand.scene.loadedCount).toBe(2);
  });

  it('draws each in its part, and picks the layer of that side', async () => {
    await stand.load('shaded', 5);
    expect(stand.drawn.passes.map(({ part, items }) => [part?.side, items.length])).toEqual([
      ['first', 1],
      ['second', 1],
    ]);
    expect(heightAt(LEFT)).toBeCloseTo(1, 3);
    expect(heightAt(RIGHT)).toBeCloseTo(5, 3);
    expect(stand.scene.picks.at(LOOKING_DOWN, ...LEFT)!.modeltypeId).toBe(TEXTURED);
    expect(stand.scene.picks.at(LOOKING_DOWN, ...RIGHT)!.modeltypeId).toBe(SHADED);
    expect(stand.scene.picks.drill(LOOKING_DOWN, ...RIGHT, 10).map(({ modeltypeId }) => modeltypeId)).toEqual([SHADED]);
  });

  it('moves the divider without another selection', async () => {
    await stand.load('shaded', 5);
    stand.set({ swipe: { ...swipe, fraction: 0.9 } });
    expect(heightAt(RIGHT)).toBeCloseTo(1, 3);
    expect(progressOf(true, stand.scene).settled).toBe(true);
  });

  it('refines each side to the error of its own layer', async () => {
    stand.thresholdsPx = { [SHADED]: 4 };
    await stand.answer('shaded/tileset.json', COARSE_TILESET);
    stand.drawPicture();
    await nextTask();
    expect(stand.answers.has('shaded/finer.glb')).toBe(true);
  });

  it('applies feature styles only on the side of the Project Layer', async () => {
    stand.scene.sides.second.show(PROJECT_LAYER, 'http://here/objects/tileset.json');
    stand.set({
      swipe: { ...swipe, secondLayerId: PROJECT_LAYER },
      features: { rest: { opacity: 0, color: null }, rules: [] },
    });
    await stand.load('objects', 5);
    expect(stand.drawn.passes.map(({ style }) => style.features !== null)).toEqual([false, true]);
  });

  it('exchanges the layers in one frame, because the tiles of both are loaded', async () => {
    await stand.load('shaded', 5);
    stand.scene.sides.first.show(SHADED, 'http://here/shaded/tileset.json');
    stand.scene.sides.second.show(TEXTURED, 'http://here/textured/tileset.json');
    stand.drawPicture();
    expect(stand.scene.visibleLayerIds).toEqual([SHADED, TEXTURED]);
    expect(heightAt(LEFT)).toBeCloseTo(5, 3);
    expect(heightAt(RIGHT)).toBeCloseTo(1, 3);
    expect(stand.scene.loadedCount).toBe(2);
  });

  it('draws the first layer in the whole viewport when it ends', async () => {
    await stand.load('shaded', 5);
    stand.set({ swipe: null });
    stand.scene.sides.second.showNothing();
    stand.drawPicture();
    expect(stand.drawn.passes.map(({ part, items }) => [part, items.length])).toEqual([[null, 1]]);
    expect(heightAt(RIGHT)).toBeCloseTo(1, 3);
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: true, wanted: 1 });
  });
});
