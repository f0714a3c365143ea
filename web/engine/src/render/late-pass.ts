/** Screen-space passes whose code is loaded when one of them is first drawn. Many visits never need it. */
import { Late } from '../late.ts';
import { isSeenThrough } from './draw-item.ts';
import type { TilePass } from './tile-pass.ts';

/** A pass that is drawn after the pass that it belongs to. */
interface FollowingPass {
  /** Returns the pass, followed by the passes that draw the effect; a line drawing replaces the pass. */
  with(pass: TilePass): TilePass[];
  /** Frees the framebuffers. */
  release(): void;
  destroy(): void;
}

interface LatePassOptions {
  /** Whether the pass uses the effect. */
  isWanted(pass: TilePass): boolean;
  load(): Promise<FollowingPass>;
  /** Called after loading: frames without the effect must be drawn again. */
  onLoaded(): void;
}

class LatePass {
  private readonly following: Late<FollowingPass>;

  constructor(private readonly options: LatePassOptions) {
    const load = async () => {
      const following = await options.load();
      return () => following;
    };
    this.following = new Late({ load, onSettled: options.onLoaded, onFailure: (error) => reportError(error) });
  }

  /** True while the effect is requested but not yet loaded. */
  get isLoading(): boolean {
    return this.following.isLoading;
  }

  /**
   * Returns the passes of a frame, each followed by those of the effect. If its code cannot be loaded, frames are drawn
   * without it: to try again with each frame would draw frames for ever.
   */
  with(passes: TilePass[]): TilePass[] {
    const { value, hasFailed } = this.following;
    if (!passes.some((pass) => this.options.isWanted(pass))) {
      value?.release();
      return passes;
    }
    if (!hasFailed) this.following.want();
    return value ? passes.flatMap((pass) => (pass.style.via || pass.target ? pass : value.with(pass))) : passes;
  }

  destroy(): void {
    this.following.dispose()?.destroy();
  }
}

/**
 * All effects: ambient occlusion, then edges (over the surfaces or as a line drawing instead of them), then the selection
 * outline.
 */
export class LatePasses {
  private readonly all: readonly LatePass[];

  /** `onLoaded` is called after an effect is loaded: frames without it must be drawn again. */
  constructor(gl: WebGL2RenderingContext, onLoaded: () => void) {
    const edgesOf = (mode: 'on' | 'drawing') =>
      new LatePass({
        isWanted: ({ style }) => style.edges === mode,
        load: async () => new (await import('./edges.ts')).Edges(gl, mode),
        onLoaded,
      });
    const outline = new LatePass({
      isWanted: ({ style }) => Boolean(style.features?.outlined),
      load: async () => new (await import('./outline.ts')).Outline(gl),
      onLoaded,
    });
    const occlusion = new LatePass({
      isWanted: ({ style }) => style.isOccluded,
      load: async () => new (await import('./ambient-occlusion.ts')).AmbientOcclusion(gl),
      onLoaded,
    });
    const blend = new LatePass({
      isWanted: ({ items, style }) => style.features?.hasGhosts || items.some(isSeenThrough),
      load: async () => new (await import('./weighted-blend.ts')).WeightedBlend(gl),
      onLoaded,
    });
    // Later entries are drawn earlier.
    this.all = [blend, outline, edgesOf('on'), edgesOf('drawing'), occlusion];
  }

  /** True while an effect is requested but not yet loaded. */
  get isLoading(): boolean {
    return this.all.some(({ isLoading }) => isLoading);
  }

  /** Returns the passes of a frame, each followed by its effects. */
  with(passes: TilePass[]): TilePass[] {
    return this.all.reduce((all, late) => late.with(all), passes);
  }

  destroy(): void {
    for (const late of this.all) late.destroy();
  }
}
