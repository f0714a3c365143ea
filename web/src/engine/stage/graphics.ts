/**
 * What a stage draws with: the base map, the WebGL canvas above it, and the tiles on that. It outlives a lost context by
 * making everything on the GPU anew; the stage sees a `screen` that is null for a while.
 */
import { MEMORY_CAP_MIB, QUALITY_DEFAULT, type QualityKey } from '@overlook/shared/config';
import { type EnuFrame, enuFrame } from '@overlook/shared/maths';
import type { Basemap } from '../basemap/basemap.ts';
import { HorizonHaze } from '../basemap/horizon-haze.ts';
import type { EnuPose } from '../camera/enu-pose.ts';
import { type ContentLoader, createContentLoader } from '../content/content-loader.ts';
import { textureSupport } from '../render/texture-support.ts';
import { hasWebGl2, rendersInSoftware } from '../render/software-renderer.ts';
import type { FeatureLooks } from '../looks/feature-looks.ts';
import type { SectionVolume } from '../section/section-volume.ts';
import { type CameraFrame, FOV_Y_RAD } from '../view/camera-frame.ts';
import { type DeckCanvas, createDeckCanvas } from './deck-canvas.ts';
import { Screen } from './screen.ts';
import { type Painter, composeJpeg, creditPainter } from './screenshot.ts';
import type { StageOptions, StageSite } from './stage-types.ts';

const MIB = 2 ** 20;
const MAX_PIXEL_RATIO = 2;
const RECOVERY_FIRST_MS = 500;
const RECOVERY_LONGEST_MS = 8000;

export interface GraphicsEvents {
  /** Something is to be drawn anew. */
  onChange(): void;
  /** Tiles arrived or failed: whether anything is to be drawn, their selection will tell. */
  onTiles(): void;
  onTileError(url: string, error: Error, final: boolean): void;
  /** The base map has something new to draw. */
  onMapNews(): void;
  /** Another layer is seen than before. */
  onSeen(): void;
  onContextLost(): void;
  onContextRestored(): void;
}

export class Graphics {
  screen: Screen | null = null;
  frame: EnuFrame = enuFrame({ longitude: 0, latitude: 0, height: 0 });
  private readonly host = layerElement();
  private readonly mapHost = layerElement();
  private readonly haze = new HorizonHaze();
  private contents: ContentLoader | null = null;
  private canvas: DeckCanvas | null = null;
  private basemap: Basemap | null = null;
  private site: StageSite | null = null;
  private layerId: number | null = null;
  private section: SectionVolume | null = null;
  private looks: FeatureLooks | null = null;
  private isEdlOn: boolean | null = null;
  private quality: QualityKey = QUALITY_DEFAULT;
  private globeVisible = true;
  private destroyed = false;

  constructor(
    private readonly options: StageOptions,
    private readonly events: GraphicsEvents,
  ) {
    // MapLibre calls itself a region of the page; here it is the ground of a picture.
    this.mapHost.inert = true;
    this.host.append(this.mapHost);
    if (options.basemapStyleUrl !== undefined) this.host.append(this.haze.element);
    options.container.prepend(this.host);
  }

  /** Rejects when the browser has no WebGL 2. The base map follows in its own time. */
  async start(): Promise<void> {
    if (!(await hasWebGl2())) throw new Error('This browser offers no WebGL 2.');
    await this.createCanvas();
    const { basemapStyleUrl } = this.options;
    if (basemapStyleUrl !== undefined) void this.createBasemap(basemapStyleUrl);
  }

  get isReady(): boolean {
    return this.canvas !== null;
  }

  get gl(): WebGL2RenderingContext | null {
    return this.canvas?.gl ?? null;
  }

  openSite(site: StageSite): void {
    this.site = site;
    this.frame = enuFrame(site.origin);
    this.layerId = null;
    this.basemap?.setPlan(site.plan ?? null);
    this.openScreen();
  }

  show(layerId: number | null): void {
    this.layerId = layerId;
    const layer = this.site?.layers.find(({ modeltypeId }) => modeltypeId === layerId);
    if (layer) this.screen?.show(layer.modeltypeId, new URL(layer.url, location.href).href);
    else this.screen?.showNothing();
  }

  setGlobeVisible(visible: boolean): void {
    this.globeVisible = visible;
    this.basemap?.setVisible(visible);
    this.haze.setVisible(visible);
  }

  resize(): void {
    this.basemap?.resize();
  }

  /** The base map first, so that both canvases show the same pose in the same picture. */
  draw(camera: CameraFrame, pose: EnuPose, pointSizePx: number): void {
    const { widthPx: width, heightPx: height, near } = camera;
    this.basemap?.setPose(pose, this.frame, { width, height, near, fovYRad: FOV_Y_RAD });
    this.screen?.draw(camera, pointSizePx, this.haze.density(camera));
    // After deck.gl, which asks for the size of its container: a style changed before would cost a layout.
    this.haze.setCamera(camera);
  }

  /** Whether a picture can be drawn without a wait for shaders; it `mayAsk` the driver while the GPU is idle. */
  isPrepared(mayAsk: boolean): boolean {
    return this.screen?.isPrepared(mayAsk) ?? true;
  }

  /** The base map alone, with what has arrived for it. */
  drawMapNews(): void {
    this.basemap?.drawNews();
  }

  /** Resolves when the base map shows what it has for the view. */
  mapLoaded(): Promise<void> {
    return this.basemap?.loaded() ?? Promise.resolve();
  }

  /** CSS pixels to device pixels, ungoverned. */
  get fullPixelRatio(): number {
    return Math.min(devicePixelRatio || 1, this.options.maxPixelRatio ?? MAX_PIXEL_RATIO);
  }

  setPixelRatio(pixelRatio: number): void {
    this.canvas?.setPixelRatio(pixelRatio);
  }

  /** GPU memory of what the view needs, and what there is, bytes. */
  get memory(): { neededBytes: number; capBytes: number } {
    return { neededBytes: this.screen?.bytesInView ?? 0, capBytes: this.capBytes };
  }

  /** Sites may have another cap at each quality. */
  setQuality(quality: QualityKey): void {
    this.quality = quality;
    if (this.screen) this.screen.budget.capBytes = this.capBytes;
  }

  setEyeDomeLighting(isOn: boolean | null): void {
    this.isEdlOn = isOn;
    this.screen?.setEyeDomeLighting(isOn ?? !rendersInSoftware());
  }

  setSection(volume: SectionVolume | null): void {
    this.section = volume;
    this.screen?.setSection(volume);
  }

  setFeatureLooks(looks: FeatureLooks | null): void {
    this.looks = looks;
    this.screen?.setFeatureLooks(looks);
  }

  /** What was drawn in this very task with `marks` over it, as a JPEG. */
  capture(marks: HTMLCanvasElement): Promise<Blob> {
    if (!this.canvas) throw new Error('The view is being restored.');
    const map = this.globeVisible ? (this.basemap?.canvas() ?? null) : null;
    const haze: Painter = (context, width, height) => this.haze.paint(context, width, height, this.fullPixelRatio);
    const { backgroundColor } = getComputedStyle(this.options.container);
    return composeJpeg(
      [map, map && haze, this.canvas.canvas, marks, creditPainter(this.attributions())],
      backgroundColor,
    );
  }

  attributions(): string[] {
    const map = this.globeVisible ? (this.basemap?.attributions() ?? []) : [];
    return [...(this.screen?.attributions() ?? []), ...map];
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.closeCanvas();
    this.contents?.destroy();
    this.basemap?.destroy();
    this.host.remove();
  }

  private async createCanvas(): Promise<void> {
    const parent = layerElement();
    if (this.destroyed) return;
    this.host.append(parent);
    const { antialias = !rendersInSoftware(), fetchHeaders } = this.options;
    const canvas = await createDeckCanvas({ parent, antialias, pixelRatio: this.fullPixelRatio });
    if (this.destroyed) return canvas.destroy();
    this.canvas = canvas;
    this.contents ??= createContentLoader({
      textureSupport: textureSupport(canvas.gl),
      ...(fetchHeaders ? { fetchHeaders } : {}),
    });
    canvas.canvas.addEventListener('webglcontextlost', () => this.recover(), { once: true });
    this.openScreen();
    this.events.onChange();
  }

  private recover(): void {
    if (this.destroyed) return;
    this.events.onContextLost();
    this.closeCanvas();
    this.tryAgain(RECOVERY_FIRST_MS);
  }

  private tryAgain(delayMs: number): void {
    setTimeout(() => {
      if (this.destroyed) return;
      this.createCanvas().then(
        () => this.events.onContextRestored(),
        () => this.tryAgain(Math.min(RECOVERY_LONGEST_MS, delayMs * 2)),
      );
    }, delayMs);
  }

  private closeCanvas(): void {
    this.screen?.destroy();
    this.screen = null;
    const parent = this.canvas?.canvas.parentElement;
    this.canvas?.destroy();
    this.canvas = null;
    parent?.remove();
  }

  private get capBytes(): number {
    return (this.site?.quality?.memoryCapMib[this.quality] ?? MEMORY_CAP_MIB) * MIB;
  }

  private openScreen(): void {
    this.screen?.destroy();
    this.screen = null;
    if (!this.canvas || !this.contents || !this.site) return;
    this.screen = new Screen({
      canvas: this.canvas,
      contents: this.contents,
      frame: this.frame,
      capBytes: this.capBytes,
      onChange: () => this.events.onTiles(),
      onError: (url, error, final) => this.events.onTileError(url, error, final),
      onSeen: () => this.events.onSeen(),
      isSoftware: rendersInSoftware(),
      hasNoLayers: this.site.layers.length === 0,
    });
    this.screen.setSection(this.section);
    this.screen.setFeatureLooks(this.looks);
    if (this.isEdlOn !== null) this.screen.setEyeDomeLighting(this.isEdlOn);
    this.show(this.layerId);
  }

  private async createBasemap(styleUrl: string | null): Promise<void> {
    const { createMaplibreBasemap } = await import('../basemap/maplibre-basemap.ts');
    if (this.destroyed) return;
    const onNews = () => this.events.onMapNews();
    const groundHeight = () => this.site?.origin.height ?? 0;
    const { fetchHeaders } = this.options;
    this.basemap = createMaplibreBasemap({ container: this.mapHost, styleUrl, groundHeight, fetchHeaders, onNews });
    this.basemap.setPlan(this.site?.plan ?? null);
    this.basemap.setVisible(this.globeVisible);
    await this.basemap.loaded();
    this.events.onChange();
  }
}

/** An element over the whole stage that leaves all events to the container. */
function layerElement(): HTMLDivElement {
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
  return element;
}
