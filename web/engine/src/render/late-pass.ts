/** The effects of a frame whose code is loaded when one of them is first drawn. Many visits never need it. */
import { Late } from '../late.ts';
import { isSeenThrough } from './draw-item.ts';
import { inDrawOrder, type SidePasses } from './frame-passes.ts';
import type { TilePass } from './tile-pass.ts';

interface Effect {
  /** Returns the passes that the effect adds to the pass of the surfaces, or that replace it. */
  with(surfaces: TilePass): SidePasses;
  /** Frees the framebuffers. */
  release(): void;
  destroy(): void;
}

interface LateEffectOptions {
  /** Whether the pass uses the effect. */
  isWanted(pass: TilePass): boolean;
  load(): Promise<Effect>;
  /** Called after loading: frames without the effect must be drawn again. */
  onLoaded(): void;
}

class LateEffect {
  private readonly effect: Late<Effect>;

  constructor(private readonly options: LateEffectOptions) {
    const load = async () => {
      const effect = await options.load();
      return () => effect;
    };
    this.effect = new Late({ load, onSettled: options.onLoaded, onFailure: (error) => reportError(error) });
  }

  /** True while the effect is requested but not yet loaded. */
  get isLoading(): boolean {
    return this.effect.isLoading;
  }

  /**
   * Returns the effect; null if no pass of the frame uses it, and until it is loaded. If its code cannot be loaded, frames are drawn
   * without it: to try again with each frame would draw frames for ever.
   */
  usedBy(passes: readonly TilePass[]): Effect | null {
    const { value, hasFailed } = this.effect;
    if (!passes.some((pass) => this.options.isWanted(pass))) {
      value?.release();
      return null;
    }
    if (!hasFailed) this.effect.want();
    return value;
  }

  destroy(): void {
    this.effect.dispose()?.destroy();
  }
}

type EffectName = 'blend' | 'drawing' | 'occlusion' | 'edges' | 'outline';

/** All effects: half-transparent surfaces, ambient occlusion, edges (over the surfaces or as a line drawing instead of them), selection outline. */
export class LatePasses {
  private readonly effects: Readonly<Record<EffectName, LateEffect>>;

  /** `onLoaded` is called after an effect is loaded: frames without it must be drawn again. */
  constructor(gl: WebGL2RenderingContext, onLoaded: () => void) {
    const edgesOf = (mode: 'on' | 'drawing') =>
      new LateEffect({
        isWanted: ({ style }) => style.edges === mode,
        load: async () => new (await import('./edges.ts')).Edges(gl, mode),
        onLoaded,
      });
    const outline = new LateEffect({
      isWanted: ({ style }) => Boolean(style.features?.outlined),
      load: async () => new (await import('./outline.ts')).Outline(gl),
      onLoaded,
    });
    const occlusion = new LateEffect({
      isWanted: ({ style }) => style.isOccluded,
      load: async () => new (await import('./ambient-occlusion.ts')).AmbientOcclusion(gl),
      onLoaded,
    });
    const blend = new LateEffect({
      isWanted: ({ items, style }) => style.features?.hasGhosts || items.some(isSeenThrough),
      load: async () => new (await import('./weighted-blend.ts')).WeightedBlend(gl),
      onLoaded,
    });
    this.effects = { blend, drawing: edgesOf('drawing'), occlusion, edges: edgesOf('on'), outline };
  }

  /** True while an effect is requested but not yet loaded. */
  get isLoading(): boolean {
    return Object.values(this.effects).some(({ isLoading }) => isLoading);
  }

  /** Returns the passes of a frame with those of their effects, in the order in which they are drawn. */
  with(passes: TilePass[]): TilePass[] {
    const blend = this.effects.blend.usedBy(passes);
    const drawing = this.effects.drawing.usedBy(passes);
    const occlusion = this.effects.occlusion.usedBy(passes);
    const edges = this.effects.edges.usedBy(passes);
    const outline = this.effects.outline.usedBy(passes);
    if (!(blend || drawing || occlusion || edges || outline)) return passes;
    return passes.flatMap((pass) => {
      if (pass.target) return pass;
      const surfaces = blend?.with(pass).surfaces ?? pass;
      const lines = { ...edges?.with(surfaces), ...outline?.with(surfaces) };
      // A drawing leaves the points of the surfaces, or nothing.
      const drawn = { surfaces, ...drawing?.with(surfaces) };
      const shade = drawn.surfaces && occlusion?.with(drawn.surfaces);
      return inDrawOrder({ ...drawn, ...shade, ...lines });
    });
  }

  destroy(): void {
    for (const effect of Object.values(this.effects)) effect.destroy();
  }
}
