/**
 * Haze along the horizon of a flat map, whose ground otherwise ends in a hard line. A gradient that the page composes
 * between the map and the model: it needs no WebGL, and the camera only moves and rotates it.
 */
import { RAD_PER_DEG } from '@overlook/shared/maths';
import type { Vec3 } from '@overlook/shared/maths';
import type { CameraFrame } from '../view/camera-frame.ts';
import { HAZE_COLOR, HAZE_FULL_DEG, HAZE_NONE_DEG, hazeBelow, hazeDensity } from '../view/haze.ts';

/** Steps in which the haze below the horizon thins out. */
const STEPS = 8;
/** It is dense at the horizon and fades out above and below; degrees of elevation. */
const STOPS: readonly (readonly [elevationDeg: number, alpha: number])[] = [
  [5, 0],
  [1.5, 0.55],
  [0.2, 1],
  ...Array.from({ length: STEPS + 1 }, (_, step) => {
    const belowDeg = HAZE_FULL_DEG + ((HAZE_NONE_DEG - HAZE_FULL_DEG) * step) / STEPS;
    return [-belowDeg, hazeBelow(belowDeg)] as const;
  }),
];
const COLOR = HAZE_COLOR.join(' ');
const TOP_DEG = STOPS[0]![0];
const SPAN_DEG = TOP_DEG - STOPS.at(-1)![0];

/** Where the band lies on the screen: its middle line, its rotation and its density. CSS pixels, degrees. */
export interface HazeBand {
  /** Of the horizon below or above the middle of the screen. */
  readonly horizonPx: number;
  readonly turnDeg: number;
  readonly pxPerDeg: number;
  readonly alpha: number;
}

/** Null when the horizon is far from the image, or the camera so high that there is no haze. */
export function hazeBand(camera: CameraFrame, vertical: Vec3 = [0, 0, 1]): HazeBand | null {
  const rise = (axis: Vec3): number => axis[0] * vertical[0] + axis[1] * vertical[1] + axis[2] * vertical[2];
  const [forward, up, right] = [rise(camera.direction), rise(camera.up), rise(camera.right)];
  const level = Math.hypot(up, right);
  const alpha = hazeDensity(camera.z);
  // Straight up or down there is no horizon to draw, nor in an orthographic view.
  if (alpha === 0 || level < 0.05 || camera.isOrtho) return null;
  const horizonPx = (forward / level) * camera.pixelsPerMetre;
  const pxPerDeg = camera.pixelsPerMetre * RAD_PER_DEG * (1 + (horizonPx / camera.pixelsPerMetre) ** 2);
  // Away from the middle of the lens a degree has more pixels; a factor of two is enough for the visible part.
  const reach = Math.hypot(camera.widthPx, camera.heightPx) / 2 + 2 * SPAN_DEG * RAD_PER_DEG * camera.pixelsPerMetre;
  if (Math.abs(horizonPx) > reach) return null;
  return { horizonPx, turnDeg: (Math.atan2(right, up) * 180) / Math.PI, pxPerDeg, alpha };
}

type Written = 'display' | 'width' | 'height' | 'opacity' | 'transform';

export class HorizonHaze {
  readonly element = document.createElement('div');
  private isVisible = true;
  private band: HazeBand | null = null;
  private readonly written: Partial<Record<Written, string>> = {};

  constructor() {
    const { style } = this.element;
    const stops = STOPS.map(([deg, alpha]) => `rgb(${COLOR} / ${alpha}) ${share(deg) * 100}%`);
    style.cssText = 'position:absolute;left:50%;top:50%;pointer-events:none;transform-origin:0 0;will-change:transform';
    style.backgroundImage = `linear-gradient(${stops.join(',')})`;
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (!isVisible) this.set('display', 'none');
  }

  /** Of the haze over objects on the ground, 0 to 1. */
  density(camera: CameraFrame): number {
    const isHazy = this.isVisible && this.element.isConnected && camera.z > 0 && !camera.isOrtho;
    return isHazy ? hazeDensity(camera.z) : 0;
  }

  setCamera(camera: CameraFrame): void {
    this.band = this.isVisible ? hazeBand(camera) : null;
    this.set('display', this.band ? '' : 'none');
    if (!this.band) return;
    const { horizonPx, turnDeg, pxPerDeg, alpha } = this.band;
    const width = 2 * Math.hypot(camera.widthPx, camera.heightPx);
    this.set('width', `${width}px`);
    this.set('height', `${SPAN_DEG * pxPerDeg}px`);
    this.set('opacity', String(alpha));
    this.set('transform', `rotate(${-turnDeg}deg) translate(${-width / 2}px, ${horizonPx - TOP_DEG * pxPerDeg}px)`);
  }

  /** Writes only changes: the browser parses each written value. Its own text of a value may differ from the written one. */
  private set(property: Written, value: string): void {
    if (this.written[property] === value) return;
    this.written[property] = value;
    this.element.style[property] = value;
  }

  /** Draws the same onto a copy of the view, `scale` device pixels to a CSS pixel. */
  paint(context: CanvasRenderingContext2D, width: number, height: number, scale: number): void {
    if (!this.band) return;
    const { horizonPx, turnDeg, pxPerDeg, alpha } = this.band;
    const top = horizonPx - TOP_DEG * pxPerDeg;
    const tall = SPAN_DEG * pxPerDeg;
    const gradient = context.createLinearGradient(0, top, 0, top + tall);
    for (const [deg, stopAlpha] of STOPS) gradient.addColorStop(share(deg), `rgb(${COLOR} / ${stopAlpha})`);
    const reach = Math.hypot(width, height);
    context.save();
    context.setTransform(scale, 0, 0, scale, width / 2, height / 2);
    context.rotate(-turnDeg * RAD_PER_DEG);
    context.globalAlpha = alpha;
    context.fillStyle = gradient;
    context.fillRect(-reach, top, 2 * reach, tall);
    context.restore();
  }
}

const share = (deg: number): number => (TOP_DEG - deg) / SPAN_DEG;
