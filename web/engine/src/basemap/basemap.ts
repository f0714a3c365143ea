import type { EnuFrame } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import type { EnuPose } from '../view/enu-pose.ts';

/** How the stage looks at the map: CSS pixels, vertical field of view in radians, near plane in metres. */
export interface BasemapViewport {
  width: number;
  height: number;
  fovYRad: number;
  near: number;
}

/** The base map below a stage. It draws only on request; when expected data arrives, it requests a frame. */
export interface Basemap {
  /** Draws this view synchronously, unless it is already on the screen. While hidden, it only stores the view. */
  setPose(pose: EnuPose, frame: EnuFrame, viewport: BasemapViewport): void;
  /** Draws newly arrived data in the view of the last frame; does nothing without new data. */
  drawNews(): void;
  /** While hidden, it computes nothing. */
  setVisible(visible: boolean): void;
  /** The plan of the site, which lies on the ground of the built-in world; a style of the operator's has its own images. */
  setPlan(plan: SitePlan | null): void;
  /** The container has another size or pixel ratio. */
  resize(): void;
  /** Multiplies its pixel ratio, 1 or less, from the next frame on. */
  setDetail(pixelRatioFactor: number): void;
  /** Resolves when all loadable data of the view is shown; immediately when hidden or destroyed. Never rejects. */
  loaded(): Promise<void>;
  /** The canvas, drawn again in this task so that it can be copied; null when there is nothing to show. */
  canvas(): HTMLCanvasElement | null;
  /** Draws what lies over that canvas onto a copy of the view, whose size is in device pixels. */
  paintOver(context: CanvasRenderingContext2D, width: number, height: number): void;
  /** The attribution of the sources, as plain text. */
  attributions(): string[];
  /** Frees the WebGL context, workers and elements. Safe to call twice. */
  destroy(): void;
}
