import { beforeEach, describe, expect, it } from 'vitest';
import { type Vec3, RAD_PER_DEG } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { OrientedBox } from '../geometry/oriented-box.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { Variant } from '../render/tile-shader.ts';
import type { RenderStyle, TilePass } from '../render/tile-pass.ts';
import type { Tile } from '../tiles/tile.ts';
import { type CameraView, cameraFrame } from '../view/camera-frame.ts';
import { sunLight } from '../view/sun-light.ts';
import { type ShadowedView, SunShadows } from './sun-shadows.ts';

/** A context that accepts all calls and draws nothing. */
const GL = new Proxy({ getParameter: () => [0, 0, 1, 1], isEnabled: () => false } as Record<string, unknown>, {
  get: (target, name) => target[name as string] ?? (() => ({})),
}) as unknown as WebGL2RenderingContext;

const CAMERA = cameraFrame({ positionEnu: [0, 0, 60], direction: [0, 0, -1], up: [0, 1, 0] }, 400, 300, 1, 1e4);
const LIGHT = sunLight({ azimuthRad: 4.6, elevationRad: 35 * RAD_PER_DEG });
const SECTION = { planes: new Float64Array([0, 0, 1, 0]), box: null } as EnuSection;

function item(middle: Vec3, variant: number = Variant.Normals): DrawItem<Tile> {
  const volume = new OrientedBox(middle, [10, 0, 0, 0, 10, 0, 0, 0, 5]);
  const tile = { volume, contentVolume: null, state: 'ready', gpu: [{ primitives: [{ variant }] }] } as unknown as Tile;
  return { tile, cutouts: null, finer: null, isCut: false, distance: 1 };
}

const [GROUND, BESIDE] = [item([0, 0, 0]), item([-30, 0, 0])];
let loaded: DrawItem<Tile>[];
let asked: { view: CameraView; section: EnuSection | null }[];
let shadows: SunShadows;
let model: object;

const passOf = (style: Partial<RenderStyle> = {}, items = [GROUND]): TilePass<Tile> => ({
  items,
  style: { section: null, features: null, lit: null, points: null, shadowMap: null, ...style } as RenderStyle,
  part: null,
});

/** As a renderer does: draws the passes before the pass. Returns their number. */
function drawn(view: Partial<ShadowedView> = {}, pass = passOf()): number {
  const whole = { camera: CAMERA, light: LIGHT, model, sideTexels: 2048, sample: null, ...view };
  const passes = shadows.with(pass, whole);
  for (const { target } of passes) target?.drawInto(() => undefined);
  return passes.filter(({ target }) => target).length;
}

beforeEach(() => {
  loaded = [GROUND, BESIDE];
  asked = [];
  model = {};
  const loadedFor = (view: CameraView, _error?: number, section: EnuSection | null = null) => {
    asked.push({ view, section });
    return { items: loaded, isCovered: true };
  };
  shadows = new SunShadows(GL, { loadedFor });
});

it('draws also loaded tiles outside the view, and only their depth, before the pass that reads it', () => {
  const pass = passOf();
  const [map, picture] = shadows.with(pass, { camera: CAMERA, light: LIGHT, model, sideTexels: 2048, sample: null });
  expect(map!.items.map(({ tile }) => tile)).toEqual([GROUND.tile, BESIDE.tile]);
  expect(map!.style).toMatchObject({ isDepthOnly: true, shadowMap: null });
  expect(picture!.items).toBe(pass.items);
  expect(picture!.style.shadowMap).not.toBeNull();
  expect(map!.target!.camera).not.toBe(CAMERA);
});

describe('the map', () => {
  it('is drawn once until something changes', () => {
    expect([drawn(), drawn(), drawn()]).toEqual([1, 0, 0]);
    expect(asked).toHaveLength(1);
    expect(shadows.bytes).toBe(2048 ** 2 * 4);
  });

  it('is kept when new tiles do not change it, and is drawn again when they do', () => {
    drawn();
    model = {};
    expect(drawn()).toBe(0);
    loaded = [GROUND, BESIDE, item([0, 20, 0])];
    model = {};
    expect([drawn(), drawn()]).toEqual([1, 0]);
  });

  it('is drawn again for another sun, section or style of features', () => {
    drawn();
    const light = sunLight({ azimuthRad: 4, elevationRad: 35 * RAD_PER_DEG });
    expect([drawn({ light }), drawn({ light })]).toEqual([1, 0]);
    const section = passOf({ section: SECTION });
    expect([drawn({ light }, section), drawn({ light }, section)]).toEqual([1, 0]);
    expect(asked.at(-1)!.section).toBe(SECTION);
    const features = passOf({ section: SECTION, features: {} as NonNullable<RenderStyle['features']> });
    expect([drawn({ light }, features), drawn({ light }, features)]).toEqual([1, 0]);
  });

  it('has another light direction in each frame of a still, and that of the centre of the sun afterwards', () => {
    drawn();
    expect([drawn({ sample: 0 }), drawn({ sample: 1 }), drawn(), drawn()]).toEqual([1, 1, 1, 0]);
    // The selection of the shadow casters does not depend on that.
    expect(asked).toHaveLength(1);
  });

  it('is selected again when one of its tiles has been released', () => {
    const gone = item([5, 5, 0]);
    loaded = [GROUND, gone];
    drawn();
    gone.tile.state = 'unloaded';
    loaded = [GROUND];
    expect(drawn()).toBe(1);
  });

  it('releases its memory, and is drawn again when it is needed', () => {
    drawn();
    shadows.release();
    expect(shadows.bytes).toBe(0);
    expect(drawn()).toBe(1);
  });
});

it('there is none without tiles and for points', () => {
  expect(drawn({}, passOf({}, []))).toBe(0);
  expect(drawn({}, passOf({}, [item([0, 0, 0], Variant.Points)]))).toBe(0);
  expect(shadows.bytes).toBe(0);
});
