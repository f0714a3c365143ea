/**
 * The shadows of the sun on one side of a screen: the area of the shadow map, its casters, and when it is drawn again. The code is
 * loaded with the first frame that has shadows.
 */
import type { OrientedBox } from '../geometry/oriented-box.ts';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { type DrawItem, hasSurfaces } from '../render/draw-item.ts';
import { inDrawOrder } from '../render/frame-passes.ts';
import { ShadowMap } from '../render/shadow-map.ts';
import type { RenderStyle, TilePass } from '../render/tile-pass.ts';
import type { Tile } from '../tiles/tile.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { SunLight } from '../view/sun-light.ts';
import { type SunSquare, castersView, regionOnView, squareFor, sunView } from '../view/sun-view.ts';
import { STILL_SAMPLES } from '../view/sub-pixel.ts';
import { DrawnBefore } from './drawn-items.ts';
import type { SceneSide } from './scene-side.ts';

/** Screen-space error of shadow casters, texels of the shadow map. */
const CASTERS_ERROR = 1;
/** Tangent of half the angle of the sun's disc, slightly larger than the real one. */
const DISC = 0.006;
const GOLDEN_ANGLE_RAD = 2.39996323;

/** The shadow map that a frame needs. */
export interface ShadowedView {
  readonly camera: CameraFrame;
  readonly light: SunLight;
  /** A new object after each change of the loaded tiles. */
  readonly model: object;
  readonly sideTexels: number;
  /**
   * Index of the frame in a still. Each is lit from another point of the sun disc, so that the mean has soft shadows; null for
   * the centre of the disc.
   */
  readonly sample: number | null;
}

type Caster = DrawItem<Tile>;

export class SunShadows {
  private readonly map: ShadowMap;
  private square: SunSquare | null = null;
  private model: object | null = null;
  private section: EnuSection | null = null;
  private casters: readonly Caster[] = [];
  private castersBefore = new DrawnBefore();
  /** State for which the shadow map was drawn. */
  private drawn: readonly unknown[] = [];

  constructor(
    gl: WebGL2RenderingContext,
    private readonly side: Pick<SceneSide, 'loadedFor'>,
  ) {
    this.map = new ShadowMap(gl);
  }

  /** GPU memory, bytes. */
  get bytes(): number {
    return this.map.bytes;
  }

  /** A pass with shadows, and that of the map if it has changed, in the order in which they are drawn. */
  with(pass: TilePass<Tile>, view: ShadowedView): TilePass<Tile>[] {
    const { camera, light, sideTexels, sample } = view;
    const { style } = pass;
    const region = regionOnView(boxesOf(pass.items.filter(hasSurfaces)), camera);
    if (!region) return [pass];
    const square = squareFor(region, light.direction, sideTexels, this.square);
    this.choose(square, style.section, view.model);
    const { casters, map } = this;
    const shadowed = { ...pass, style: { ...style, shadowMap: map } };
    const turn = sample === null ? 0 : sample + 1;
    const now = [square, casters, style.section, style.features, turn];
    if (now.every((part, i) => part === this.drawn[i])) return [shadowed];
    const seen = sunView(square, boxesOf(casters), region, tangentsOf(turn));
    const drawInto = (draw: () => void) => {
      map.drawInto(seen, draw);
      this.drawn = now;
    };
    return inDrawOrder({
      shadowMap: {
        items: [...casters],
        style: depthStyle(style),
        part: null,
        target: { camera: seen.camera, drawInto },
      },
      surfaces: shadowed,
    });
  }

  /** Releases the memory until shadows are drawn again. */
  release(): void {
    this.map.release();
    this.square = this.model = null;
    this.casters = this.drawn = [];
    this.castersBefore = new DrawnBefore();
  }

  /** Shadow casters among all loaded tiles, visible or not. */
  private choose(square: SunSquare, section: EnuSection | null, model: object): void {
    const isSame = square === this.square && section === this.section && model === this.model;
    if (isSame && this.casters.every(({ tile }) => tile.state === 'ready')) return;
    [this.square, this.section, this.model] = [square, section, model];
    const { items } = this.side.loadedFor(castersView(square), CASTERS_ERROR, section);
    // The items are valid until the next query of loaded tiles.
    if (this.castersBefore.isOther([...items])) this.casters = items.map((item) => ({ ...item }));
  }
}

const boxesOf = (items: readonly Caster[]): OrientedBox[] => items.map(({ tile }) => tile.contentVolume ?? tile.volume);

const depthStyle = (style: RenderStyle): RenderStyle => ({
  ...style,
  lit: null,
  points: null,
  shadowMap: null,
  isDepthOnly: true,
});

/** Samples spread evenly over the disc (Vogel's spiral), from 1; 0 is its centre. */
function tangentsOf(turn: number): [number, number] {
  const radius = turn === 0 ? 0 : DISC * Math.sqrt((turn - 0.5) / STILL_SAMPLES);
  return [radius * Math.cos(turn * GOLDEN_ANGLE_RAD), radius * Math.sin(turn * GOLDEN_ANGLE_RAD)];
}
