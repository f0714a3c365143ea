/** Passes over a picture by code that is loaded when one of them is drawn first: many visits never need it. */
import { isSeenThrough } from './draw-item.ts';
import type { TilePass } from './tile-pass.ts';

/** What draws something over the passes that it is made for. */
interface FollowingPass {
  /** A pass, and what is drawn after it; for drawings, what is drawn in place of it. */
  with(pass: TilePass): TilePass[];
  /** Gives back the memory of its pictures. */
  release(): void;
  destroy(): void;
}

interface LatePassOptions {
  /** Whether a pass has anything for it to draw. */
  isWanted(pass: TilePass): boolean;
  load(): Promise<FollowingPass>;
  /** What was drawn without it is to be drawn again. */
  onLoaded(): void;
}

class LatePass {
  /** It is asked for and cannot be drawn yet. */
  isLoading = false;
  private following: FollowingPass | null = null;
  private loading: Promise<void> | null = null;
  private isDestroyed = false;

  constructor(private readonly options: LatePassOptions) {}

  /** The passes of a picture, each with what follows it. */
  with(passes: TilePass[]): TilePass[] {
    if (!passes.some((pass) => this.options.isWanted(pass))) {
      this.following?.release();
      return passes;
    }
    this.loading ??= this.load();
    const { following } = this;
    return following ? passes.flatMap((pass) => (pass.style.via || pass.target ? pass : following.with(pass))) : passes;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.following?.destroy();
    this.following = null;
  }

  /** Where it cannot be had, pictures stay without it. */
  private async load(): Promise<void> {
    this.isLoading = true;
    const loaded = await this.options.load().catch((error: unknown) => reportError(error));
    this.isLoading = false;
    if (this.isDestroyed) return;
    this.following = loaded ?? null;
    this.options.onLoaded();
  }
}

/** All of them: ambient occlusion, edges, over the picture or as a drawing in place of it, and over these the outline of what is selected. */
export class LatePasses {
  private readonly all: readonly LatePass[];

  /** `onLoaded`: what was drawn without one of them is to be drawn again. */
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
    // What is added later is drawn earlier.
    this.all = [blend, outline, edgesOf('on'), edgesOf('drawing'), occlusion];
  }

  /** One of them is asked for and cannot be drawn yet. */
  get isLoading(): boolean {
    return this.all.some(({ isLoading }) => isLoading);
  }

  /** The passes of a picture, each with what is drawn over it. */
  with(passes: TilePass[]): TilePass[] {
    return this.all.reduce((all, late) => late.with(all), passes);
  }

  destroy(): void {
    for (const late of this.all) late.destroy();
  }
}
