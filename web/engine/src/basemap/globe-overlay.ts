/**
 * What is over the painted globe in views from afar: space around it, whose edge is also the smooth edge of the globe, air along
 * that edge, and names of countries. One canvas over that of the map, which is painted when the camera has moved.
 */
import { BASEMAP } from '@overlook/shared/config';
import { cross, dot, ecefFromLla, normalize, type Vec3 } from '@overlook/shared/maths';
import { type GlobeOutline, globeOutline } from './globe-outline.ts';
import type { EarthCamera } from './map-camera.ts';

const SPACE = '#10161d';
/** Where the air is thickest, at the edge. */
const AIR = '190 212 236';
/** Shares of the radius, and how much of the colour is air there: over the globe, and over space. */
const AIR_INSIDE: readonly (readonly [share: number, alpha: number])[] = [
  [0.8, 0],
  [0.93, 0.1],
  [0.985, 0.35],
  [1, 0.8],
];
const AIR_OUTSIDE: typeof AIR_INSIDE = [
  [1, 0.8],
  [1.008, 0.45],
  [1.03, 0.12],
  [1.06, 0],
];
/** The edge of what the map paints is a polygon a little inside the sphere: this much of the radius, and a pixel, are covered. */
const COVERED_SHARE = 0.0015;
const COVERED_PX = 1;
/** From the height at which all views show the globe, it takes so many times that height until all of this is opaque. */
const OPAQUE_FROM_HEIGHTS = 3;

const NAME_FONT = '500 11px system-ui, sans-serif';
const NAME_PX = 11;
const NAME_COLOR = '#3c3526';
const NAME_HALO = 'rgb(232 222 200 / 0.7)';
/** A name may be so many times as wide as the room for it, because it runs over borders. */
const WIDTH_OF_ROOM_MOST = 1.6;
/** Least cosine between the vertical at a name and the way to the camera: names near the edge lean too much. */
const FACING_LEAST = 0.35;

interface GlobeView {
  readonly camera: EarthCamera;
  /** A style of the operator's has its own. */
  readonly hasNames: boolean;
}

/** A name on the globe, at a place of unit length from its middle. */
interface PlacedName {
  readonly text: string;
  readonly up: Vec3;
  readonly groundEcef: Vec3;
  readonly roomM: number;
  widthPx: number | null;
}

export class GlobeOverlay {
  readonly canvas = document.createElement('canvas');
  private names: PlacedName[] | null = null;
  private isHidden = true;
  private shown: GlobeView | null = null;

  /** `onNews`: names have been loaded. */
  constructor(private readonly onNews: () => void) {
    this.canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;display:none';
  }

  /** Null for views without a globe. `size` in CSS pixels; `pixelRatio`: device pixels to one. */
  draw(view: GlobeView | null, size: { width: number; height: number }, pixelRatio: number): void {
    this.shown = view;
    const isHidden = view === null;
    if (isHidden !== this.isHidden) this.canvas.style.display = isHidden ? 'none' : '';
    this.isHidden = isHidden;
    if (isHidden) return;
    const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    this.paint(context, width, height, pixelRatio);
  }

  /** Draws the same onto a copy of the view. */
  paint(context: CanvasRenderingContext2D, width: number, height: number, pixelRatio: number): void {
    if (!this.shown) return;
    const { camera, hasNames } = this.shown;
    const reach = Math.hypot(width, height) / pixelRatio;
    const heights = camera.lla.height / BASEMAP.globeAboveHeight;
    const alpha = Math.min(1, Math.max(0, (heights - 1) / (OPAQUE_FROM_HEIGHTS - 1)));
    context.save();
    context.setTransform(pixelRatio, 0, 0, pixelRatio, width / 2, height / 2);
    const outline = globeOutline(camera);
    context.globalAlpha = alpha;
    if (outline !== 'inside') paintAir(context, outline, reach);
    if (hasNames && outline !== 'outside') this.paintNames(context, camera, reach);
    context.restore();
  }

  private paintNames(context: CanvasRenderingContext2D, camera: EarthCamera, reach: number): void {
    if (!this.names) return void this.loadNames();
    const { positionEcef: eye, orientationEcef, focalPx } = camera;
    const { direction, up } = orientationEcef;
    const right = cross(direction, up);
    const taken: [x: number, y: number, half: number][] = [];
    Object.assign(context, { font: NAME_FONT, textAlign: 'center', textBaseline: 'middle', lineJoin: 'round' });
    Object.assign(context, { lineWidth: 3, strokeStyle: NAME_HALO, fillStyle: NAME_COLOR });
    for (const name of this.names) {
      const { groundEcef: at } = name;
      const to: Vec3 = [at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]];
      const [away, ahead] = [Math.hypot(...to), dot(to, direction)];
      if (ahead <= 0 || -dot(to, name.up) < FACING_LEAST * away) continue;
      const [x, y] = [(focalPx * dot(to, right)) / ahead, (-focalPx * dot(to, up)) / ahead];
      if (Math.hypot(x, y) > reach) continue;
      name.widthPx ??= context.measureText(name.text).width;
      const roomPx = (2 * name.roomM * focalPx) / away;
      if (name.widthPx > WIDTH_OF_ROOM_MOST * roomPx) continue;
      const half = name.widthPx / 2 + 4;
      if (taken.some(([tx, ty, other]) => Math.abs(tx - x) < half + other && Math.abs(ty - y) < 1.5 * NAME_PX))
        continue;
      taken.push([x, y, half]);
      context.strokeText(name.text, x, y);
      context.fillText(name.text, x, y);
    }
  }

  private async loadNames(): Promise<void> {
    this.names = [];
    try {
      const { COUNTRY_NAMES } = await import('./country-names.ts');
      this.names = COUNTRY_NAMES.map(([text, longitude, latitude, roomKm]) => {
        const groundEcef = ecefFromLla({ longitude, latitude, height: 0 });
        return { text, up: normalize(groundEcef), groundEcef, roomM: 1000 * roomKm, widthPx: null };
      });
      this.onNews();
    } catch (error) {
      console.warn('The names of countries could not be loaded.', error);
    }
  }
}

/** Space outside the outline, and air on both sides of it. */
function paintAir(context: CanvasRenderingContext2D, outline: GlobeOutline | 'outside', reach: number): void {
  context.fillStyle = SPACE;
  if (outline === 'outside') return context.fillRect(-reach, -reach, 2 * reach, 2 * reach);
  const { turnRad, centrePx, alongPx, acrossPx } = outline;
  const covered = 1 - COVERED_SHARE - COVERED_PX / Math.min(alongPx, acrossPx);
  context.save();
  context.rotate(turnRad);
  context.beginPath();
  context.rect(-reach, -reach, 2 * reach, 2 * reach);
  context.ellipse(centrePx, 0, covered * alongPx, covered * acrossPx, 0, 0, 2 * Math.PI, true);
  context.fill();
  context.translate(centrePx, 0);
  context.scale(alongPx * covered, acrossPx * covered);
  paintRing(context, AIR_INSIDE);
  paintRing(context, AIR_OUTSIDE);
  context.restore();
}

/** A ring of air about the unit circle. */
function paintRing(context: CanvasRenderingContext2D, stops: typeof AIR_INSIDE): void {
  const [inner, outer] = [stops[0]![0], stops.at(-1)![0]];
  const gradient = context.createRadialGradient(0, 0, inner, 0, 0, outer);
  for (const [share, alpha] of stops)
    gradient.addColorStop((share - inner) / (outer - inner), `rgb(${AIR} / ${alpha})`);
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(0, 0, outer, 0, 2 * Math.PI);
  context.arc(0, 0, inner, 0, 2 * Math.PI, true);
  context.fill();
}
