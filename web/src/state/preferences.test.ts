import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as preferencesModule from './preferences.ts';

let copies = 0;

/** A copy of the module by an address of its own: other test files share the modules of this one, so these must not be reset. */
const freshCopy = async (): Promise<typeof preferencesModule> =>
  import(/* @vite-ignore */ `./preferences.ts?copy=${++copies}`);

/** A fresh copy of the module over a local storage with these entries. */
async function load(stored: Record<string, string>) {
  const entries = new Map(Object.entries(stored));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  const module = await freshCopy();
  module.loadPreferences();
  return { entries, ...module };
}

describe('stored settings', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('begin with their defaults', async () => {
    const { preferences } = await load({});
    expect(preferences).toEqual({
      sessionToken: null,
      selectedSiteId: null,
      openingGround: null,
      isGlobeVisible: true,
      imagery: 'configured',
      screenCount: 1,
      isSyncOn: true,
      isMinimapHidden: false,
      isMinimapLarge: false,
      projection: 'site',
      units: 'metric',
      angleUnits: 'degrees',
      cameras: {},
      eyeDome: 'auto',
      edges: 'off',
      light: {},
      pointBudget: null,
      isRefinedAtRest: true,
      keepsModels: true,
      pointColorMode: 'scanned',
      mousePreset: 'map',
      quality: 'balanced',
      learntQuality: null,
      isSidebarExpanded: null,
      metadataTab: null,
      filterMode: 'off',
      filterOpacityPercent: 2,
      highlightColor: '#FAA21B',
      filterColor: '#00FFFF',
      isCadStageDark: true,
      recentColors: [],
      areMocsShown: true,
      areLaterAreasShown: false,
      hiddenMocs: [],
      isPlacesOpen: true,
      isEveryPlaceShown: false,
      nearbyMode: 'click',
      nearbyRadius: 3,
      nearbyTypes: ['ground', 'airborne', 'panosphere'],
      nearbyFrom: null,
      nearbyTo: null,
      nearbyCamerasOff: [],
      isNearbyList: false,
      areAllExportsShown: false,
      photoPanelPx: null,
      profileStripPx: null,
      layerChoices: {},
      isTimeBarOpen: null,
      snapsOff: [],
      isPlanGridShown: true,
      shareTab: 'link',
      theme: 'dark',
    });
    expect(console.warn).not.toHaveBeenCalled();
  });

  it('read the stored values', async () => {
    const { preferences } = await load({ 'overlook.selected-site': '7', 'overlook.globe': 'false' });
    expect(preferences).toMatchObject({ selectedSiteId: 7, isGlobeVisible: false });
  });

  it('read cameras that are switched off, the unknown one (without a name) among them', async () => {
    const before = await load({});
    before.setPreference('nearbyCamerasOff', ['Rover', '']);
    const { preferences } = await load(Object.fromEntries(before.entries));
    expect(preferences.nearbyCamerasOff).toEqual(['Rover', '']);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it.each(['"seven"', '-1', '1.5', '{', 'NaN'])('log %s once and use the default', async (text) => {
    const { entries, preferences } = await load({ 'overlook.selected-site': text });
    expect(preferences.selectedSiteId).toBeNull();
    expect(console.warn).toHaveBeenCalledOnce();
    expect(entries.has('overlook.selected-site')).toBe(false);
  });

  it('store changes', async () => {
    const { entries, preferences, setPreference } = await load({});
    setPreference('quality', 'speed');
    expect(preferences.quality).toBe('speed');
    expect(entries.get('overlook.quality')).toBe('"speed"');
  });

  it('forget what belongs to a person and keep what belongs to the browser', async () => {
    const { preferences, forgetPersonalPreferences } = await load({
      'overlook.session-token': '"secret"',
      'overlook.selected-site': '3',
      'overlook.opening-ground': '{"siteId":3,"image":"data:image/jpeg;base64,AA=="}',
      'overlook.theme': '"light"',
    });
    expect(preferences.openingGround?.siteId).toBe(3);
    forgetPersonalPreferences();
    const forgotten = { sessionToken: null, selectedSiteId: null, openingGround: null };
    expect(preferences).toMatchObject({ ...forgotten, theme: 'light' });
  });

  it('live as long as the page where the browser keeps nothing', async () => {
    const refuse = () => {
      throw new Error('denied');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const { preferences, loadPreferences, setPreference } = await freshCopy();
    expect(console.warn).not.toHaveBeenCalled();
    loadPreferences();
    setPreference('sessionToken', 'secret');
    expect(preferences.sessionToken).toBe('secret');
    expect(console.warn).toHaveBeenCalledOnce();
  });
});
