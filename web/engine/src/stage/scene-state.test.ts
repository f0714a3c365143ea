import type { EdgeMode } from '@overlook/shared/config';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Vec3 } from '@overlook/shared/maths';
import { isShown } from '../geometry/half-spaces.ts';
import { STAGE_START, type StageState } from './stage-state.ts';
import {
  ecefFromEnu,
  LOOKING_DOWN,
  nextTask,
  PROJECT_LAYER,
  SHADED,
  TEXTURED,
  TILESET,
  SceneHarness,
} from './testing/scene-harness.ts';

let stand: SceneHarness;
beforeEach(() => {
  stand = new SceneHarness();
});

describe('the state of the stage', () => {
  // A box high above the ground that the model is on.
  const section = { box: { centerEcef: ecefFromEnu([0, 0, 500]), size: [9, 9, 9] as Vec3, headingRad: 0 }, planes: [] };
  const features = { rest: { opacity: 0, color: null }, rules: [] };

  it('is read for each frame', async () => {
    stand.show(TEXTURED, 'textured');
    await stand.load('textured', 1);
    expect(stand.pickedHeight).toBeCloseTo(1, 3);
    stand.set({ section, eyeDome: 'on' });
    stand.drawPicture();
    expect(stand.pickedHeight).toBeUndefined();
    expect(stand.style).toMatchObject({ isEyeDomeOn: true, features: null });
    stand.set({ section: null, eyeDome: 'auto' });
    stand.drawPicture();
    expect(stand.pickedHeight).toBeCloseTo(1, 3);
    expect(stand.style).toMatchObject({ isEyeDomeOn: false, section: null });
  });

  it('draws points in a software renderer as discs in a still, and as squares during a movement', () => {
    stand.show(TEXTURED, 'textured');
    const areDiscs = (sample: number | null) => {
      stand.scene.draw(LOOKING_DOWN, 1, 0, sample);
      return stand.style.areDiscs;
    };
    expect([areDiscs(null), areDiscs(0)]).toEqual([false, true]);
  });

  it('has eye-dome lighting in a still of a software renderer, unless it is off', () => {
    stand.show(TEXTURED, 'textured');
    const isLit = (eyeDome: StageState['eyeDome'], sample: number | null) => {
      stand.set({ eyeDome });
      stand.scene.draw(LOOKING_DOWN, 1, 0, sample);
      return stand.style.isEyeDomeOn;
    };
    expect([isLit('auto', null), isLit('auto', 0), isLit('off', 0)]).toEqual([false, true, false]);
  });

  it('draws edges of layers without textures if they are on', () => {
    const edges = (layerId: number, asked: EdgeMode) => {
      stand.scene = stand.makeScene();
      stand.state = { ...STAGE_START, edges: asked };
      stand.show(layerId, 'layer');
      stand.scene.draw(LOOKING_DOWN, 1, 0, null);
      return stand.style.edges;
    };
    expect([SHADED, TEXTURED, PROJECT_LAYER].map((id) => edges(id, 'drawing'))).toEqual(['drawing', 'off', 'drawing']);
    expect([SHADED, PROJECT_LAYER].map((id) => edges(id, 'off'))).toEqual(['off', 'off']);
  });

  it('draws shadows of the sun on layers without textures: on slow GPUs if they are on, otherwise unless they are off', async () => {
    const isShadowed = async (id: number, sunShadows: StageState['sunShadows'], slow: boolean, hasShadows = true) => {
      stand.scene = stand.makeScene(slow);
      stand.state = { ...STAGE_START, sunShadows };
      stand.scene.passes.reduced = { hasEffects: true, hasShadows };
      stand.show(id, 'layer');
      await stand.load('layer', 1);
      while (stand.scene.passes.isLoading) await nextTask();
      stand.drawPicture();
      return stand.drawn.passes.some((pass) => pass.style.shadowMap);
    };
    expect(await isShadowed(SHADED, 'auto', true)).toBe(false);
    expect(await isShadowed(SHADED, 'auto', false)).toBe(true);
    expect(await isShadowed(PROJECT_LAYER, 'on', true)).toBe(true);
    expect(await isShadowed(TEXTURED, 'on', false)).toBe(false);
    expect(await isShadowed(SHADED, 'off', false)).toBe(false);
    // As the governor omits them during a movement.
    expect(await isShadowed(SHADED, 'on', false, false)).toBe(false);
  });

  it('darkens everything outside a box, and still picks there', async () => {
    stand.show(TEXTURED, 'textured');
    await stand.load('textured', 1);
    stand.set({ sectionBox: section.box, isOutsideDimmed: true });
    stand.drawPicture();
    expect(stand.style).toMatchObject({ section: null, lit: { box: expect.anything() } });
    expect(stand.style.lit!.planes).toHaveLength(24);
    expect(stand.pickedHeight).toBeCloseTo(1, 3);
    stand.set({ isOutsideDimmed: false });
    stand.drawPicture();
    expect(stand.style.lit).toBeNull();
  });

  it('shows what lies between two heights, within the section, and darkens the rest of it', () => {
    stand.show(TEXTURED, 'textured');
    stand.set({ heights: { fromM: 2, toM: 5 }, litHeights: { fromM: 3, toM: 5 } });
    stand.drawPicture();
    const { section: shown, lit } = stand.style;
    const at = (of: typeof shown) => [1.9, 2.1, 3.1, 5.1].map((heightM) => isShown(of!, 0, 0, heightM));
    expect([at(shown), at(lit)]).toEqual([
      [false, true, true, false],
      [false, false, true, false],
    ]);
    stand.set({ section });
    stand.drawPicture();
    expect(stand.style.section!.planes).toHaveLength(4 * (6 + 2));
  });

  it('is the same for the scene that follows a lost context', async () => {
    stand.set({ section, features, eyeDome: 'on' });
    const styles: object[] = [];
    for (let round = 0; round < 2; round++) {
      stand.show(PROJECT_LAYER, 'objects');
      await stand.answer('objects/tileset.json', TILESET);
      stand.drawPicture();
      // Tiles that the section removes are not even requested.
      expect(stand.answers.has('objects/root.glb')).toBe(false);
      styles.push({ ...stand.style });
      stand.scene = stand.makeScene();
    }
    expect(styles[0]).toMatchObject({ isEyeDomeOn: true, section: { box: expect.anything() } });
    expect(styles[0]).toHaveProperty('features.hasGhosts');
    expect(styles[1]).toEqual(styles[0]);
  });
});
