/** {@link Outline} by code that is loaded when something is outlined first: most visits never need it. */
import type { Outline } from './outline.ts';
import type { TilePass } from './tile-pass.ts';

export class LateOutline {
  private outline: Outline | null = null;
  private loading: Promise<void> | null = null;
  private isDestroyed = false;

  /** `onLoaded`: what was drawn without an outline is to be drawn again. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly onLoaded: () => void,
  ) {}

  /** An outline is asked for and cannot be drawn yet. */
  isLoading = false;

  /** The passes of a picture, each with what draws its outlines after it. */
  with(passes: TilePass[]): TilePass[] {
    if (!passes.some(({ style }) => style.features?.outlined)) {
      this.outline?.release();
      return passes;
    }
    this.loading ??= this.load();
    const { outline } = this;
    return outline ? passes.flatMap((pass) => [pass, ...outline.passesOf(pass)]) : passes;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.outline?.destroy();
    this.outline = null;
  }

  /** Where it cannot be had, pictures stay without outlines. */
  private async load(): Promise<void> {
    this.isLoading = true;
    const code = await import('./outline.ts').catch((error: unknown) => reportError(error));
    this.isLoading = false;
    if (this.isDestroyed) return;
    if (code) this.outline = new code.Outline(this.gl);
    this.onLoaded();
  }
}
