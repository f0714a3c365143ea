/** The camera of an `OverlookDeck`: gestures, wheel and keys of the product, as a deck.gl view state. */
import { enuFrame, type Pose, poseOfCamera, type Vec3 } from '@overlook/shared/maths';
import { type SiteViewState, STAGE_START, StageCamera } from '@overlook/engine/deck';
import type { SiteSession } from '../session/site-session.ts';

export class SiteCamera {
  private readonly camera: StageCamera;
  private readonly resize: ResizeObserver;
  private request = 0;

  /**
   * Listens to `element` until {@link destroy}. `pickWorld` returns the position under a CSS pixel, metres of the site, and
   * undefined while it is not known yet;
   * `onChange` receives each view, including the first.
   */
  constructor(
    session: SiteSession,
    private readonly element: HTMLElement,
    initialPose: Pose | null,
    pickWorld: (x: number, y: number) => Vec3 | null | undefined,
    private readonly onChange: (state: SiteViewState, pose: Pose) => void,
  ) {
    const frame = enuFrame(session.origin);
    const { homeBookmark } = session.site.data.meta;
    this.camera = new StageCamera(() => frame, {
      element,
      pickWorld,
      viewport: () => this.size,
      reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      nearMetres: () => STAGE_START.nearMetres,
      fovYDeg: () => STAGE_START.fovYDeg,
      onInput: () => this.ask(),
    });
    this.camera.openSite(initialPose ?? (homeBookmark && poseOfCamera(homeBookmark)), null);
    this.resize = new ResizeObserver(() => this.ask());
    this.resize.observe(element);
  }

  destroy(): void {
    cancelAnimationFrame(this.request);
    this.resize.disconnect();
    this.camera.destroy();
  }

  private get size() {
    return { width: this.element.clientWidth, height: this.element.clientHeight };
  }

  private ask(): void {
    this.request ||= requestAnimationFrame((nowMs) => this.step(nowMs));
  }

  private step(nowMs: number): void {
    this.request = 0;
    if (this.camera.update(nowMs)) this.ask();
    const { near, far } = this.camera.frameFor(this.size);
    this.onChange({ ...this.camera.enuPose, near, far, fovYDeg: STAGE_START.fovYDeg }, this.camera.pose);
  }
}
