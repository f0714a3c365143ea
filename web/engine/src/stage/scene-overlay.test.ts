import { beforeEach, describe, expect, it } from 'vitest';
import { ecefFromLla, moveMatrix, noMove, type Vec3 } from '@overlook/shared/maths';
import { isShown } from '../geometry/half-spaces.ts';
import { progressOf } from './progress.ts';
import type { StageOverlay } from './stage-state.ts';
import { layerAt, LOOKING_DOWN, nextTask, POINTS, SceneHarness, TEXTURED } from './testing/scene-harness.ts';

const PIVOT = ecefFromLla({ longitude: 116, latitude: -32, height: 20 });
const overlayAt = (shiftM: Vec3, more: Partial<StageOverlay> = {}): StageOverlay => ({
  modeltypeId: POINTS,
  url: layerAt(POINTS, 'draft').url,
  moveEcef: moveMatrix({ ...noMove(PIVOT), shiftM }),
  opacity: 1,
  color: null,
  ...more,
});

let stand: SceneHarness;
beforeEach(async () => {
  stand = new SceneHarness();
  stand.show(TEXTURED, 'textured');
  await stand.load('textured', 1);
});

const overlayHeight = () => stand.scene.pickOverlay(LOOKING_DOWN, 200, 150)?.pointEnu[2];

async function showOverlay(overlay: StageOverlay) {
  stand.set({ overlay });
  stand.drawPicture();
  // Its code is loaded first.
  while (!stand.answers.has('draft/tileset.json')) {
    await nextTask();
    stand.drawPicture();
  }
  await stand.load('draft', 5);
}

describe('a layer over the chosen one', () => {
  it('is drawn after it and picked apart from it', async () => {
    await showOverlay(overlayAt([0, 0, 0]));
    expect(stand.drawn.passes.map(({ items }) => items.length)).toEqual([1, 1]);
    expect([stand.pickedHeight, overlayHeight()].map((height) => Math.round(height!))).toEqual([1, 5]);
    expect(progressOf(true, stand.scene)).toMatchObject({ settled: true, selected: 2 });
  });

  it('is moved where it is told to be, without loading again, and from there', async () => {
    await showOverlay(overlayAt([0, 0, 2.5]));
    expect(overlayHeight()).toBeCloseTo(7.5, 3);
    const asked = stand.answers.size;
    stand.set({ overlay: overlayAt([30, 0, -1]) });
    stand.drawPicture();
    expect(overlayHeight()).toBeCloseTo(4, 3);
    expect(stand.answers.size).toBe(asked);
  });

  it('is seen through by leaving pixels out, and has one colour', async () => {
    await showOverlay(overlayAt([0, 0, 0], { opacity: 0.6, color: [169, 139, 255] }));
    const [, over] = stand.drawn.passes;
    expect(over!.items[0]!.dither).toMatchObject({ first: 1, last: 1, choices: { fronts: [1, 0.6] } });
    expect([...over!.style.features!.rest].slice(0, 3)).toEqual([169, 139, 255]);
    expect(Array.from(over!.style.points!.table.texels.subarray(0, 3))).toEqual([169, 139, 255]);
  });

  it('makes the layer below paler, all of it, and is not paler itself', async () => {
    const under = () => stand.drawn.passes[0]!.style;
    expect(under().lit).toBeNull();
    await showOverlay(overlayAt([0, 0, 0]));
    const [below, over] = stand.drawn.passes.map(({ style }) => style);
    expect([isShown(below!.lit!, 0, 0, 0), isShown(below!.lit!, 1e4, -1e4, 50)]).toEqual([false, false]);
    expect([below!.dimmed, over!.lit]).toEqual([[0.75, 1], null]);
    stand.set({ overlay: null });
    stand.drawPicture();
    expect(under().lit).toBeNull();
  });

  it('is gone when it is closed', async () => {
    await showOverlay(overlayAt([0, 0, 2]));
    stand.set({ overlay: null });
    stand.drawPicture();
    expect([stand.drawn.passes.length, overlayHeight()]).toEqual([1, undefined]);
    expect(stand.scene.selectedCount).toBe(1);
  });
});
