import { describe, expect, it } from 'vitest';
import { type Vec3, distance, ecefFromLla, orthonormal } from '@overlook/shared/maths';
import { LINKED_OBJECTS_AT_MOST, type LinkedView, NO_RESULTS, readViewLink, viewLink } from './view-link.ts';

const POSITION = ecefFromLla({ longitude: 138.4932, latitude: -35.0789, height: 180 });
const ELSEWHERE = ecefFromLla({ longitude: 138.494, latitude: -35.079, height: 181 });
const VIEW: LinkedView = {
  site: 'ridgeway',
  pose: { position: POSITION, ...orthonormal([0.3, -0.4, 0.87], [0.1, 0.9, 0.2]) },
  layers: [3],
  moments: ['2026-03-14'],
  swipe: { secondLayerId: 1, fraction: 0.445, direction: 'topAndBottom', secondMoment: 'draft-12' },
  nearMetres: 4,
  isSyncOn: false,
  section: {
    box: { centerEcef: POSITION, size: [20, 10, 5.5], headingRad: Math.PI / 6 },
    planes: [{ pointEcef: POSITION, normalEcef: [0, 0, 1] }],
  },
  level: { fromM: 34.25, toM: 37.5, below: 'all' },
  pointColors: { mode: 'height', range: [12.5, 40], hiddenClasses: [7, 18] },
  profile: {
    line: { aEcef: POSITION, bEcef: ELSEWHERE },
    thicknessMetres: 0.5,
    color: 'height',
    exaggeration: 2,
  },
  addedLayers: [
    { id: 'sensors', isVisible: true, opacityPercent: 80, settings: { limit: 2.5, by: 'a~b,c=ä', on: true } },
    { id: 'assets', isVisible: true, opacityPercent: 100, settings: {} },
  ],
  results: { measure: 'abc_-1', target: '[1,"Flare tip"]', angle: 'n&t=' },
  objects: { version: 'mabc1234-0123456789ab', ids: [12, 7] },
};
const read = (text: string) => readViewLink(new URLSearchParams(text))!;

describe('the address of a view', () => {
  it('restores the view, positions to the millimetre', () => {
    const { view, unread } = read(viewLink(VIEW).toString());
    expect(unread).toEqual([]);
    const rest = { pose: null, section: null, profile: null };
    expect({ ...view, ...rest }).toEqual({ ...VIEW, ...rest });
    expect({ ...view.profile, line: null }).toEqual({ ...VIEW.profile, line: null });
    expect(distance(view.profile!.line.aEcef, POSITION)).toBeLessThan(0.001);
    expect(distance(view.profile!.line.bEcef, ELSEWHERE)).toBeLessThan(0.001);
    expect(distance(view.pose!.position, POSITION)).toBeLessThan(0.001);
    expect(distance(view.pose!.direction, VIEW.pose!.direction)).toBeLessThan(1e-6);
    expect(distance(view.section!.box!.centerEcef, POSITION)).toBeLessThan(0.001);
    expect(view.section!.box!.size).toEqual([20, 10, 5.5]);
    expect(view.section!.box!.headingRad).toBeCloseTo(Math.PI / 6, 9);
    expect(view.section!.planes).toHaveLength(1);
  });

  it('names the height of an orthographic view to the millimetre; without it a view is in perspective', () => {
    const ortho = { ...VIEW, pose: { ...VIEW.pose!, orthoHeightM: 123.456_78 } };
    expect(viewLink(ortho).get('ortho')).toBe('123.457');
    expect(read(viewLink(ortho).toString()).view.pose!.orthoHeightM).toBe(123.457);
    expect(viewLink(VIEW).has('ortho')).toBe(false);
    expect(read(viewLink(VIEW).toString()).view.pose).not.toHaveProperty('orthoHeightM');
    for (const bad of ['0', '-4', 'NaN', '1e9', '4,5', '']) {
      const params = viewLink(ortho);
      params.set('ortho', bad);
      const { view, unread } = read(params.toString());
      expect(unread).toEqual(['ortho']);
      expect(view.pose).not.toHaveProperty('orthoHeightM');
    }
  });

  it('is short: under 300 characters with camera, two layers and a box', () => {
    const text = viewLink({
      ...VIEW,
      moments: [],
      profile: null,
      addedLayers: [],
      objects: null,
      results: NO_RESULTS,
      section: { box: VIEW.section!.box, planes: [] },
      level: null,
    }).toString();
    expect(text.length).toBeLessThan(300);
  });

  it('names several layers, or two at a divider', () => {
    const sideBySide = { secondLayerId: 2, fraction: 0.5, direction: 'sideBySide', secondMoment: null } as const;
    expect(viewLink({ ...VIEW, swipe: sideBySide }).get('swipe')).toBe('2,50');
    expect(read(viewLink({ ...VIEW, swipe: sideBySide }).toString()).view.swipe).toEqual(sideBySide);
    expect(read(viewLink({ ...VIEW, layers: [3, 1, 2], swipe: null }).toString()).view).toMatchObject({
      layers: [3, 1, 2],
      swipe: null,
    });
  });

  it('names the moment of each screen, and of the second side', () => {
    const dated = { ...VIEW, layers: [3, 3, 1], moments: [null, '2026-03-14', null], swipe: null };
    expect(viewLink(dated).get('at')).toBe(',2026-03-14');
    expect(read(viewLink(dated).toString()).view.moments).toEqual([null, '2026-03-14']);
    expect(viewLink({ ...dated, moments: [null, null] }).has('at')).toBe(false);
    const swiped = { secondLayerId: 3, fraction: 0.5, direction: 'sideBySide', secondMoment: '2026-09-26' } as const;
    expect(viewLink({ ...VIEW, swipe: swiped }).get('swipe')).toBe('3,50,0,2026-09-26');
    expect(read(viewLink({ ...VIEW, swipe: swiped }).toString()).view.swipe).toEqual(swiped);
  });

  it('shows the newest where an older address names no moment', () => {
    const { view, unread } = read('v=1&site=a&layers=3,1&swipe=2,50,1');
    expect([view.moments, view.swipe?.secondMoment, unread]).toEqual([[], null, []]);
  });

  it('has no fields for points in their scanned colours', () => {
    const params = viewLink({ ...VIEW, pointColors: { mode: 'scanned', range: null, hiddenClasses: [] } });
    expect(params.has('points') || params.has('hidden')).toBe(false);
    expect(read(params.toString()).view.pointColors).toEqual({ mode: 'scanned', range: null, hiddenClasses: [] });
    expect(read('v=1&site=a&points=classification').view.pointColors).toMatchObject({ mode: 'classification' });
  });

  it('restores as many objects as a link may name', () => {
    const objects = { version: 'mabc1234', ids: Array.from({ length: LINKED_OBJECTS_AT_MOST }, (_, i) => i + 1) };
    const { view, unread } = read(viewLink({ ...VIEW, objects }).toString());
    expect([view.objects, unread]).toEqual([objects, []]);
  });

  it('is null without a version', () => {
    expect(readViewLink(new URLSearchParams('site=ridgeway'))).toBeNull();
  });

  it.each([
    ['cam', 'NaN,0,0,0,1,0,0,0,1'],
    ['cam', 'Infinity,0,0,0,1,0,0,0,1'],
    ['cam', '0,0,0,0,1,0,0,0,1'],
    ['cam', '6378137,0,0,0,0,0,0,0,1'],
    ['cam', '1,2,3'],
    ['cam', '6378137,,0,0,1,0,0,0,1'],
    ['layers', '3,x'],
    ['layers', '1.5'],
    ['swipe', '2'],
    ['swipe', '2,101'],
    ['swipe', '2.5,50'],
    ['swipe', '2,50,1,4'],
    ['swipe', '2,50,1,2026-03-14,1'],
    ['at', '2026-13-01'],
    ['at', '2026-03-14,draft'],
    ['at', 'newest'],
    ['cut', 'far'],
    ['box', '1,2,3,0,1,1,0'],
    ['box', '1,2,3,-4,1,1,0'],
    ['planes', '1,2,3,0,0'],
    ['planes', '1,2,3,0,0,9'],
    ['planes', Array.from({ length: 7 }, () => '1,2,3,0,0,1').join()],
    ['level', '3'],
    ['level', '3,3'],
    ['level', '3,1e6'],
    ['level', '3,4,some'],
    ['level', '3,4,all,1'],
    ['points', 'depth'],
    ['points', 'height,4'],
    ['points', 'height,9,4'],
    ['points', 'classification,1,2'],
    ['hidden', '2,x'],
    ['hidden', '256'],
    ['objects', 'mabc1234'],
    ['objects', 'mabc1234,0'],
    ['objects', `v,${Array.from({ length: 21 }, (_, i) => i + 1).join()}`],
    ['v', '2'],
  ])('leaves out %s=%s, and says so', (name, value) => {
    const params = viewLink(VIEW);
    params.set(name, value);
    expect(readViewLink(params)!.unread).toEqual([name]);
  });

  it.each([
    ['a thickness beyond the largest', '6378137,0,0,6378137,9,0,5.01,scanned,1'],
    ['ends above each other', '6378137,0,0,6378150,0,0,2,scanned,1'],
    ['ends in the middle of the Earth', '0,0,0,0,0,0,2,scanned,1'],
    ['an unknown colour', '6378137,0,0,6378137,9,0,2,red,1'],
    ['heights drawn three times', '6378137,0,0,6378137,9,0,2,scanned,3'],
    ['too few numbers', '6378137,0,0,6378137,9,2,scanned,1'],
  ])('a profile with %s is left out and named', (_, text) => {
    const { view, unread } = read(`v=1&site=a&profile=${text}`);
    expect([view.profile, unread]).toEqual([null, ['profile']]);
  });

  it('a camera over a pole is valid', () => {
    const pole = {
      position: ecefFromLla({ longitude: 0, latitude: 90, height: 500 }),
      direction: [0, 0, -1] as Vec3,
      up: [1, 0, 0] as Vec3,
    };
    const { view, unread } = read(viewLink({ ...VIEW, pose: pole }).toString());
    expect(unread).toEqual([]);
    expect(distance(view.pose!.position, pole.position)).toBeLessThan(0.001);
  });
});
