import { beforeEach, describe, expect, it } from 'vitest';
import { progressOf } from './progress.ts';
import {
  COARSE_TILESET,
  layerAt,
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
    stand.scene.sides.second.show(layerAt(SHADED, 'shaded'));
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
    stand.scene.sides.second.show(layerAt(PROJECT_LAYER, 'objects'));
    stand.set({
      swipe: { ...swipe, secondLayerId: PROJECT_LAYER },
      features: { rest: { opacity: 0, color: null }, rules: [] },
    });
    await stand.load('objects', 5);
    expect(stand.drawn.passes.map(({ style }) => style.features !== null)).toEqual([false, true]);
  });

  it('exchanges the layers in one frame, because the tiles of both are loaded', async () => {
    await stand.load('shaded', 5);
    stand.scene.sides.first.show(layerAt(SHADED, 'shaded'));
    stand.scene.sides.second.show(layerAt(TEXTURED, 'textured'));
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

describe('two captures of one layer on the two sides of a divider', () => {
  const [MARCH, SEPTEMBER] = ['2026-03-14', '2026-09-26'];
  const at = (x: number) => stand.scene.picks.at(LOOKING_DOWN, x, 150);

  beforeEach(async () => {
    stand.show(TEXTURED, 'march', MARCH);
    await stand.load('march', 1);
    stand.set({ swipe: { secondLayerId: TEXTURED, fraction: 0.5, direction: 'sideBySide' } });
    stand.scene.sides.second.show(layerAt(TEXTURED, 'september', SEPTEMBER));
    stand.drawPicture();
    await stand.load('september', 5);
  });

  it('draws and picks each on its side, with its date', () => {
    expect([at(100), at(300)].map((pick) => [pick?.takenOn, Math.round(pick!.pointEnu[2])])).toEqual([
      [MARCH, 1],
      [SEPTEMBER, 5],
    ]);
    expect(stand.scene.loadedCount).toBe(2);
  });

  it('applies feature styles on the side of their capture', async () => {
    stand.show(PROJECT_LAYER, 'objects-march', MARCH);
    stand.scene.sides.second.show(layerAt(PROJECT_LAYER, 'objects-september', SEPTEMBER));
    await stand.load('objects-march', 1);
    await stand.load('objects-september', 5);
    const styledSides = (takenOn?: string) => {
      stand.set({ features: { rest: { opacity: 0, color: null }, rules: [], ...(takenOn && { takenOn }) } });
      stand.drawPicture();
      return stand.drawn.passes.map(({ style }) => style.features !== null);
    };
    expect(styledSides(SEPTEMBER)).toEqual([false, true]);
    expect(styledSides(MARCH)).toEqual([true, false]);
    expect(styledSides()).toEqual([true, true]);
  });

  it('a capture whose files failed is asked for again when it is shown again', async () => {
    stand.show(TEXTURED, 'october', '2026-10-31');
    await stand.refuse('october/tileset.json');
    stand.show(TEXTURED, 'march', MARCH);
    stand.show(TEXTURED, 'october', '2026-10-31');
    await stand.load('october', 9);
    expect(at(100)).toMatchObject({ takenOn: '2026-10-31' });
  });

  it('finds the side of a capture', () => {
    const { first, second } = stand.scene.sides;
    expect(stand.scene.sideOf({ modeltypeId: TEXTURED, takenOn: SEPTEMBER })).toBe(second);
    expect(stand.scene.sideOf({ modeltypeId: TEXTURED, takenOn: MARCH })).toBe(first);
    expect(stand.scene.sideOf({ modeltypeId: TEXTURED, takenOn: '2025-01-01' })).toBeNull();
    expect(stand.scene.sideOf({ modeltypeId: TEXTURED })).toBe(first);
  });

  it('keeps the old date on the screen until the new one covers the view', async () => {
    stand.show(TEXTURED, 'october', '2026-10-31');
    expect(at(100)).toMatchObject({ takenOn: MARCH });
    await stand.load('october', 9);
    expect(at(100)).toMatchObject({ takenOn: '2026-10-31' });
  });

  it('learns the date of a capture that is already drawn', () => {
    stand.show(TEXTURED, 'march', '2026-03-15');
    expect(at(100)).toMatchObject({ takenOn: '2026-03-15' });
    expect(stand.scene.loadedCount).toBe(2);
  });
});
