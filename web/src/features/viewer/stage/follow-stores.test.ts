import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StagePatch } from '@overlook/engine';
import { isolateSelected, resetCad, select } from '../../../state/cad.ts';
import { setPreference } from '../../../state/preferences.ts';
import { openSection, resetSection, setBoxOutside } from '../../../state/section.ts';
import { resetStageChoices, setActiveScreen, setNearMetres } from '../../../state/stage.ts';
import { keepClear } from '../../../state/tools.ts';
import { chosenState, followStores } from './follow-stores.ts';

/** A stage without graphics: it keeps its state. */
function aStage() {
  let state: StagePatch = {};
  return {
    update: (patch: StagePatch) => void (state = { ...state, ...patch }),
    state: () => state,
  };
}

const stores = () => new Promise((resolve) => setTimeout(resolve));
const BOX = { centerEcef: [1, 2, 3], size: [4, 5, 6], headingRad: 0 } as never;
const ends: (() => void)[] = [];
const open = (index: number) => {
  const stage = aStage();
  ends.push(followStores(index, stage));
  return stage;
};

beforeEach(() => {
  setPreference('quality', 'speed');
  setPreference('eyeDome', 'off');
  setPreference('edges', 'on');
  setPreference('isGlobeVisible', false);
  setPreference('isCadStageDark', false);
  setNearMetres(7);
  openSection({ box: BOX, planes: [] });
  select([{ id: 1, features: [3, 5] }]);
  isolateSelected();
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
  resetStageChoices();
  resetSection();
  resetCad();
  keepClear(null);
});

const CHOSEN = {
  quality: 'speed',
  eyeDome: 'off',
  edges: 'on',
  isGlobeVisible: false,
  isGlobeUnderObjects: true,
  nearMetres: 7,
  sectionHandles: 'resize',
  section: { box: BOX, planes: [] },
  sectionBox: BOX,
};

describe('settings that are chosen before a screen opens', () => {
  it('is shown by that screen from its first picture on', () => {
    const stage = open(0);
    expect(stage.state()).toMatchObject(CHOSEN);
    expect(stage.state().features?.rest.opacity).toBe(0);
  });

  it('are the same in a second screen, except those that only the active one shows', () => {
    const [first, second] = [open(0), open(1)];
    expect(second.state()).toEqual({ ...first.state(), isSecondary: true });
    // One table of styles is made for all screens.
    expect(second.state().features).toBe(first.state().features);
  });
});

describe('settings that are chosen later', () => {
  it('reaches every screen', async () => {
    const both = [open(0), open(1)];
    setPreference('quality', 'quality');
    setNearMetres(3);
    setActiveScreen(1);
    await stores();
    for (const stage of both) expect(stage.state()).toMatchObject({ quality: 'quality', nearMetres: 3 });
    expect(both.map((stage) => stage.state().isSecondary)).toEqual([true, false]);
  });

  it('reaches no screen that has closed', async () => {
    const stage = open(0);
    ends.pop()!();
    setNearMetres(9);
    await stores();
    expect(stage.state().nearMetres).toBe(7);
  });
});

it('a box that hides nothing keeps its handles, and the planes cut alone', () => {
  setBoxOutside('dimmed');
  expect(chosenState(0)).toMatchObject({
    section: null,
    sectionBox: BOX,
    isOutsideDimmed: true,
    sectionHandles: 'resize',
  });
  const planes = [{ pointEcef: [1, 2, 3], normalEcef: [0, 0, 1] }] as never;
  openSection({ box: BOX, planes });
  expect(chosenState(0)).toMatchObject({ section: { box: null, planes }, sectionBox: BOX });
  // The same object until something of it changes: stages compare by identity.
  expect(chosenState(0).section).toBe(chosenState(0).section);
  setBoxOutside('shown');
  expect(chosenState(0)).toMatchObject({ section: { box: null, planes }, isOutsideDimmed: false });
  setBoxOutside('hidden');
  expect(chosenState(0)).toMatchObject({ section: { box: BOX, planes }, isOutsideDimmed: false });
});

it('the rules of objects are the same object until a choice changes', () => {
  const before = chosenState(0).features;
  setNearMetres(2);
  expect(chosenState(0).features).toBe(before);
  select([]);
  expect(chosenState(0).features).not.toBe(before);
});
