import { describe, expect, it } from 'vitest';
import { changedKeys, isGlobeShown, pictureState, STAGE_START, type StageState } from './stage-state.ts';

const PROJECT_LAYER = 4;
const TEXTURED = 3;

it('only properties with another value count as changed, not all that are named', () => {
  expect([...changedKeys(STAGE_START, { ...STAGE_START, nearMetres: STAGE_START.nearMetres })]).toEqual([]);
  expect([...changedKeys(STAGE_START, { ...STAGE_START, nearMetres: 5, layerId: 3 })]).toEqual([
    'layerId',
    'nearMetres',
  ]);
});

describe('the globe', () => {
  it.each([
    [true, true, [PROJECT_LAYER], true],
    [true, false, [PROJECT_LAYER], false],
    [true, false, [TEXTURED], true],
    [true, false, [TEXTURED, PROJECT_LAYER], true],
    [true, false, [], true],
    [false, true, [TEXTURED], false],
  ])('chosen %s, under objects %s, layers %s: %s', (isGlobeVisible, isGlobeUnderObjects, visible, isShown) => {
    expect(isGlobeShown({ ...STAGE_START, isGlobeVisible, isGlobeUnderObjects }, visible)).toBe(isShown);
  });
});

it('an image of another size shows the same, without parts that are only for input', () => {
  const site = { origin: { longitude: 1, latitude: 2, height: 3 }, homePose: null, layers: [] };
  const section = { box: null, planes: [] };
  const features = { rest: { opacity: 0, color: null }, rules: [] };
  const chosen: StageState = {
    ...STAGE_START,
    site,
    section,
    features,
    layerId: 4,
    screenSpaceErrorPx: 2,
    nearMetres: 7,
    fovYDeg: 35,
  };
  const state: StageState = { ...chosen, sectionHandles: 'move', keptClear: {} as never, isSecondary: true };
  expect({ site, ...pictureState(state) }).toEqual(chosen);
});
