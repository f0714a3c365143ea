/**
 * MapLibre as the base map: a canvas below the stage's own, driven by the same pose. MapLibre knows the camera by
 * longitude, latitude, altitude and angles; it paints a plane (mercator) near the ground and a sphere far from it. It
 * never moves by itself. Import this file on demand, because it imports all of MapLibre.
 */
import { DEG_PER_RAD } from '@overlook/shared/maths';
import { BASEMAP } from '@overlook/shared/config';
import type { EnuFrame } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import { mapWorkerUrl } from './map-worker-url.ts';
import { type EnuPose, isSamePose } from '../view/enu-pose.ts';
import type { Basemap, BasemapViewport } from './basemap.ts';
import { type EarthCamera, earthCamera, globeCamera, heightOverMap, looksAtGround, planeCamera } from './map-camera.ts';
import { SKY, WORLD_SOURCES, worldStyle } from './offline-style.ts';
import { GlobeOverlay } from './globe-overlay.ts';
import { layPlan } from './plan-ground.ts';

export interface MaplibreBasemapOptions {
  /** Where the map puts its element; it fills it. */
  container: HTMLElement;
  /** A MapLibre style; null for the built-in world. */
  styleUrl: string | null;
  /** Height of the site's ground above the ellipsoid, metres. */
  groundHeight(): number;
  /** Headers for requests to this server, asked for at each request. */
  fetchHeaders?: (() => Record<string, string>) | undefined;
  /** Most device pixels per CSS pixel. */
  maxPixelRatio?: number;
  /** Smooth the edges of what it draws: chosen once. */
  antialias: boolean;
  /** The map has something new to show: {@link Basemap.drawNews} is to be called in a frame soon. */
  onNews(): void;
}

/** A map that never draws by itself: it requests a frame. */
class DemandMap extends MapLibreMap {
  onNews: (() => void) | undefined;

  override triggerRepaint(): void {
    this.onNews?.();
  }
}

interface View {
  pose: EnuPose;
  frame: EnuFrame;
  viewport: BasemapViewport;
  groundHeight: number;
}

export function createMaplibreBasemap(options: MaplibreBasemapOptions): Basemap {
  setWorkerUrl(mapWorkerUrl());
  return new MaplibreBasemap(options);
}

class MaplibreBasemap implements Basemap {
  private readonly host = document.createElement('div');
  private readonly map: DemandMap;
  private readonly overlay: GlobeOverlay;
  private readonly waiting = new Set<() => void>();
  private wanted: View | null = null;
  private drawn: View | null = null;
  /** Of the drawn view. */
  private camera: EarthCamera | null = null;
  private isGlobe = false;
  private isVisible = true;
  private isDestroyed = false;
  private plan: SitePlan | null = null;
  /** Whether the style that is shown is the built-in world. */
  private isWorld = false;
  /** The world or the style is still loading. */
  private isPreparing = true;
  /** The world could not be loaded, and it will not be requested again. */
  private isBare = false;
  private hasNews = false;
  private detail = 1;

  constructor(private readonly options: MaplibreBasemapOptions) {
    this.host.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
    options.container.prepend(this.host);
    this.map = new DemandMap({
      container: this.host,
      style: options.styleUrl ?? worldStyle(),
      transformRequest: (url) => this.signed(url),
      interactive: false,
      attributionControl: false,
      trackResize: false,
      fadeDuration: 0,
      maxPitch: 180,
      centerClampedToGround: false,
      // The camera controller limits the pose: MapLibre would otherwise move the camera to keep the map in the image.
      transformConstrain: (center, zoom) => ({ center, zoom }),
      pixelRatio: this.pixelRatio(),
      canvasContextAttributes: { antialias: options.antialias },
    });
    this.map.onNews = () => {
      this.hasNews = true;
      options.onNews();
    };
    this.map.getCanvas().style.cssText += ';position:absolute;left:0;top:0';
    this.overlay = new GlobeOverlay(() => this.map.triggerRepaint());
    this.host.append(this.overlay.canvas);
    this.map.on('idle', () => this.reportWaiting());
    if (options.styleUrl) this.prepareStyle();
    else this.awaitWorld();
  }

  setPose(pose: EnuPose, frame: EnuFrame, viewport: BasemapViewport): void {
    this.wanted = { pose, frame, viewport, groundHeight: this.options.groundHeight() };
    this.draw();
  }

  drawNews(): void {
    if (!this.hasNews || !this.isVisible || this.isDestroyed) return;
    if (this.drawn) this.paint();
    else this.draw();
  }

  setVisible(visible: boolean): void {
    if (visible === this.isVisible) return;
    this.isVisible = visible;
    this.host.style.display = visible ? '' : 'none';
    this.drawn = null;
    if (visible) this.resize();
    else this.reportWaiting();
  }

  setPlan(plan: SitePlan | null): void {
    if (plan === this.plan || this.isDestroyed) return;
    this.plan = plan;
    if (this.isWorld) layPlan(this.map, plan);
  }

  resize(): void {
    if (!this.isVisible || this.isDestroyed) return;
    this.map.setPixelRatio(this.pixelRatio());
    this.drawn = null;
    this.draw();
  }

  setDetail(pixelRatioFactor: number): void {
    if (pixelRatioFactor === this.detail) return;
    this.detail = pixelRatioFactor;
    this.resize();
  }

  loaded(): Promise<void> {
    if (this.isDestroyed || !this.isVisible || this.isBare) return Promise.resolve();
    if (!this.isPreparing && this.map.loaded()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  canvas(): HTMLCanvasElement | null {
    if (!this.isVisible || this.isDestroyed) return null;
    this.map.redraw();
    return this.map.getCanvas();
  }

  paintOver(context: CanvasRenderingContext2D, width: number, height: number): void {
    const { drawn } = this;
    if (drawn) this.overlay.paint(context, width, height, width / drawn.viewport.width);
  }

  attributions(): string[] {
    if (this.isDestroyed || !this.map.style?._loaded) return [];
    const ids = Object.keys(this.map.getStyle().sources);
    const texts = ids.map((id) => this.map.getSource(id)?.attribution ?? '').map(plainText);
    return [...new Set(texts.filter((text) => text !== ''))];
  }

  destroy(): void {
    if (this.isDestroyed) return;
    this.isDestroyed = true;
    this.map.remove();
    this.host.remove();
    this.reportWaiting();
  }

  private draw(): void {
    const { wanted, drawn } = this;
    if (!wanted || !this.isVisible || this.isDestroyed) return;
    if (drawn && isSameView(wanted, drawn)) return this.drawNews();
    const camera = earthCamera(wanted.pose, wanted.frame, wanted.groundHeight, wanted.viewport);
    this.chooseProjection(camera);
    if (drawn?.viewport.fovYRad !== wanted.viewport.fovYRad) {
      this.map.setVerticalFieldOfView(wanted.viewport.fovYRad * DEG_PER_RAD);
    }
    this.map.jumpTo(this.isGlobe ? globeCamera(camera) : planeCamera(camera));
    this.drawn = wanted;
    this.camera = camera;
    // In the same task as the stage's own canvas, because otherwise the two would differ by a frame.
    this.paint();
  }

  private paint(): void {
    // This is cleared before the frame, because an incomplete frame sets it again.
    this.hasNews = false;
    this.map.redraw();
    if (!this.drawn) return;
    const isFar = this.isGlobe && this.camera !== null && heightOverMap(this.camera) > BASEMAP.globeAboveHeight;
    const view = isFar ? { camera: this.camera!, hasNames: this.isWorld } : null;
    this.overlay.draw(view, this.drawn.viewport, this.pixelRatio());
  }

  /**
   * A sphere from far away; near the ground a plane, because the sphere draws no ground towards the horizon. Between the
   * two heights the sphere serves views of the ground, the plane those of the horizon.
   */
  private chooseProjection(camera: EarthCamera): void {
    if (!this.map.style?._loaded) return;
    const height = heightOverMap(camera) / (this.isGlobe ? BASEMAP.globeHysteresis : 1);
    const isGlobe = height > BASEMAP.globeAboveHeight || (height > BASEMAP.globeFromHeight && looksAtGround(camera));
    if (isGlobe === this.isGlobe) return;
    this.isGlobe = isGlobe;
    this.map.setProjection({ type: isGlobe ? 'vertical-perspective' : 'mercator' });
  }

  /** For the built-in world, before it is loaded. */
  private awaitWorld(): void {
    this.map.on('error', (event) => {
      const { error, sourceId } = event as typeof event & { sourceId?: string };
      if (this.isBare || (sourceId !== undefined && !WORLD_SOURCES.includes(sourceId))) return;
      // Bare ground is still a base map; the plant can be seen on it.
      console.warn('The world map could not be loaded.', error);
      this.isPreparing = false;
      this.isBare = true;
      this.reportWaiting();
    });
    this.map.once('style.load', () => {
      this.isPreparing = false;
      this.isGlobe = false;
      this.isWorld = true;
      layPlan(this.map, this.plan);
      this.redrawAll();
    });
  }

  private prepareStyle(): void {
    this.map.once('style.load', () => {
      this.isPreparing = false;
      this.isGlobe = false;
      if (!this.map.getSky()) this.map.setSky(SKY);
      this.redrawAll();
    });
    this.map.once('error', ({ error }) => {
      if (!this.isPreparing) return;
      console.warn('The base map style could not be loaded; the built-in map is shown instead.', error);
      this.awaitWorld();
      this.map.setStyle(worldStyle(), { diff: false });
    });
  }

  /** The session is sent to this server only. */
  private signed(url: string): { url: string; headers?: Record<string, string> } {
    const { fetchHeaders } = this.options;
    const isOurs = new URL(url, location.href).origin === location.origin;
    return isOurs && fetchHeaders ? { url, headers: fetchHeaders() } : { url };
  }

  private redrawAll(): void {
    this.drawn = null;
    this.draw();
  }

  private reportWaiting(): void {
    if (this.isPreparing && this.isVisible && !this.isDestroyed) return;
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private pixelRatio(): number {
    return Math.min(globalThis.devicePixelRatio, this.options.maxPixelRatio ?? 2) * this.detail;
  }
}

function isSameView(a: View, b: View): boolean {
  const [va, vb] = [a.viewport, b.viewport];
  const isSamePerspective = va.width === vb.width && va.height === vb.height && va.fovYRad === vb.fovYRad;
  return a.frame === b.frame && a.groundHeight === b.groundHeight && isSamePerspective && isSamePose(a.pose, b.pose);
}

/** Attributions are HTML; only their words are shown here. Text is not parsed, so that it needs no Trusted Type. */
function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
