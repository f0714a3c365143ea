/** The passes and styles of the sides of a scene, created for each frame from the state of the stage. */
import { isPlainSurface, isProjectLayer } from '@overlook/shared/config';
import type { Lla } from '@overlook/shared/maths';
import { Late } from '../late.ts';
import { featureStyleTable, type FeatureStyleTable } from '../render/feature-style.ts';
import { LatePasses } from '../render/late-pass.ts';
import type { RenderStyle, TilePass } from '../render/tile-pass.ts';
import type { Tile } from '../tiles/tile.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { SwipeSide } from '../view/swipe.ts';
import { LayerLight } from './layer-light.ts';
import { areShadowsWanted, settingsStyle, SHADOW_TEXELS } from './picture-settings.ts';
import type { StageQuality } from './quality/stage-quality.ts';
import type { SceneFades } from './scene-fades.ts';
import { isOn } from './scene-pick.ts';
import type { SceneSide } from './scene-side.ts';
import type { StageState } from './stage-state.ts';
import type { SunShadows } from './sun-shadows.ts';

interface ScenePassesOptions {
  gl: WebGL2RenderingContext;
  /** Ground point of the site. */
  origin: Lla;
  sides: Readonly<Record<SwipeSide, SceneSide>>;
  fades: SceneFades;
  /** Software renderer. */
  isSoftware: boolean;
  /** A GPU on which shadows are drawn only if the user turns them on. */
  isSlow: boolean;
  state(): StageState;
  pixelRatio(): number;
  /** The part of the style that depends on the scene. */
  placed(): Pick<RenderStyle, 'section' | 'lit' | 'points'>;
  /** A new object after each change of the loaded tiles. */
  model(): object;
  /** Code has been loaded: frames that were drawn without it must be drawn again. */
  onLoaded(): void;
}

const SIDES: readonly SwipeSide[] = ['first', 'second'];

export class ScenePasses {
  reduced: Pick<StageQuality['reduced'], 'hasEffects' | 'hasShadows'> = { hasEffects: true, hasShadows: true };
  pointSizePx = 1;
  haze = 0;
  camera: CameraFrame | null = null;
  private readonly late: LatePasses;
  private readonly light: LayerLight;
  private readonly shadows: Late<Readonly<Record<SwipeSide, SunShadows>>>;

  constructor(private readonly options: ScenePassesOptions) {
    const { gl, sides, onLoaded } = options;
    const load = async () => {
      const { SunShadows: Shadows } = await import('./sun-shadows.ts');
      return () => ({ first: new Shadows(gl, sides.first), second: new Shadows(gl, sides.second) });
    };
    this.shadows = new Late({ load, onSettled: onLoaded, onFailure: (error) => reportError(error) });
    this.late = new LatePasses(options.gl, options.onLoaded);
    this.light = new LayerLight(options.origin);
  }

  /** Code of a requested effect is still loading. */
  get isLoading(): boolean {
    return this.late.isLoading || this.shadows.isLoading;
  }

  /** GPU memory of the shadow maps, bytes. */
  get bytes(): number {
    return SIDES.reduce((sum, side) => sum + (this.shadows.value?.[side].bytes ?? 0), 0);
  }

  /** `sample`: index of the frame in a still; null for a single frame. */
  of(sample: number | null): TilePass[] {
    const { swipe } = this.options.state();
    const used = swipe ? SIDES : (['first'] as const);
    for (const side of SIDES) if (!used.includes(side)) this.shadows.value?.[side].release();
    const passes = used.flatMap((side) => this.ofSide(side, swipe ? { divider: swipe, side } : null, sample));
    return this.late.with(passes);
  }

  /** A style for a layer over the sides: as that of the first side, but for what its own pass sets. */
  overSides = (sample: number | null): RenderStyle => this.styleOf(this.options.sides.first, sample);

  /** Feature styles of the Project Layer; other layers, and other captures of it, have none. */
  featuresOf(side: SceneSide): FeatureStyleTable | null {
    const { features } = this.options.state();
    const { visibleLayerId: modeltypeId } = side;
    if (!features || modeltypeId === null || !isProjectLayer(modeltypeId)) return null;
    const { takenOn = null } = features;
    return isOn(side, { modeltypeId, takenOn }) ? featureStyleTable(features) : null;
  }

  destroy(): void {
    this.late.destroy();
    const shadows = this.shadows.dispose();
    for (const side of SIDES) shadows?.[side].release();
  }

  private ofSide(side: SwipeSide, part: TilePass['part'], sample: number | null): TilePass<Tile>[] {
    const { options, camera } = this;
    const shown = options.sides[side];
    const pass = { ...shown.passOf(this.styleOf(shown, sample), part, sample !== null), ...options.fades.drawn(side) };
    const light = this.light.of(options.state().sunTime, shown.visibleLayerId);
    if (!camera || !light.hasShadows || !this.isShadowed(shown)) {
      this.shadows.value?.[side].release();
      return [pass];
    }
    // The map is kept for the next view at rest.
    if (sample === null && !this.reduced.hasShadows) return [pass];
    // If the code cannot be loaded, frames have no shadows: to try again with each frame would draw frames for ever.
    if (!this.shadows.hasFailed) this.shadows.want();
    const sideTexels = SHADOW_TEXELS[options.state().quality];
    const view = { camera, light, model: options.model(), sideTexels, sample: options.isSoftware ? null : sample };
    return this.shadows.value?.[side].with(pass, view) ?? [pass];
  }

  private isShadowed({ visibleLayerId }: SceneSide): boolean {
    const { isSlow, state } = this.options;
    const settings = state();
    return isPlainSurface(visibleLayerId) && areShadowsWanted(settings, isSlow) && settings.edges !== 'drawing';
  }

  private styleOf(side: SceneSide, sample: number | null): RenderStyle {
    const { options } = this;
    const state = options.state();
    const pixelRatio = options.pixelRatio();
    const isQuick = sample === null && (options.isSoftware || !this.reduced.hasEffects);
    return {
      pointSizePx: this.pointSizePx * pixelRatio,
      pixelRatio,
      ...options.placed(),
      ...settingsStyle(state, isQuick, side.visibleLayerId),
      haze: this.haze,
      features: this.featuresOf(side),
      light: this.light.valuesOf(state.sunTime, side.visibleLayerId),
      shadowMap: null,
    };
  }
}
