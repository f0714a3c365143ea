/**
 * A site in a MapLibre map of a host application, depth-tested against the map's own buildings and terrain.
 *
 * It uses deck.gl's interleaved MapLibre overlay with a `SiteLayer` instead of an own custom layer: the host's deck.gl layers
 * share the depth buffer, picks and the position in the style work, and a site that is correct in a `MapView` is correct here.
 */
import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Layer } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import type { ControlPosition, IControl, Map as MapLibreMap } from 'maplibre-gl';
import type { Vec3 } from '@overlook/shared/maths';
import type { VisitFailure } from '../../viewer/connection/visit-failure.ts';
import { featureStyleTable } from '@overlook/engine/deck';
import { SiteSession, type SiteSessionOptions } from '../session/site-session.ts';
import { SiteLayer, type SiteLayerProps, type SitePickingInfo } from '../site-layer/site-layer.ts';
import { endWithMap, keepLoopFromListening } from './overlay-release.ts';

/** Drawing options of the site, which can be changed at any time. */
export type SiteDrawingProps = Partial<
  Pick<
    SiteLayerProps,
    'layer' | 'screenSpaceErrorPx' | 'pointSize' | 'maximumMemoryUsage' | 'raiseMetres' | 'section' | 'features'
  >
>;

export interface OverlookControlOptions
  extends SiteDrawingProps, Pick<SiteSessionOptions, 'server' | 'token' | 'password'> {
  /** An open session instead of a new one. */
  session?: SiteSession;
  /** Further deck.gl layers in degrees, depth-tested against the site. */
  layers?: Layer[];
  /** Id of the style layer below which the site is drawn; default: above all layers. */
  beforeId?: string;
  /** Whether the map jumps to the site once its position is known; default true. */
  fly?: boolean;
  onReady?: (session: SiteSession) => void;
  /** The site cannot be shown, or no longer; `message` is a sentence for users. */
  onError?: (error: VisitFailure) => void;
  onTileError?: (url: string, error: Error) => void;
}

export interface SitePlace {
  /** Degrees, degrees, metres above the ellipsoid, without `raiseMetres`. */
  lngLatHeight: [longitude: number, latitude: number, height: number];
  pointEcef: Vec3;
  /** Feature id of the object; null if there is none. */
  featureId: number | null;
}

/** Zoom level of the jump to the site. */
const ZOOM = 16.5;
const PITCH_DEG = 60;

export class OverlookControl implements IControl {
  private map: MapLibreMap | null = null;
  private overlay: MapLibreOverlay | null = null;
  private session: SiteSession | null = null;
  private siteLayer: SiteLayer | null = null;
  private host: HTMLElement | null = null;
  private stopListening: (() => void) | undefined;

  constructor(private options: OverlookControlOptions) {}

  onAdd(map: MapLibreMap): HTMLElement {
    this.map = map;
    const { layers = [] } = this.options;
    const onDeviceInitialized = (device: Device) => endWithMap(device, map);
    this.overlay = new MapLibreOverlay({ interleaved: true, layers, onDeviceInitialized });
    this.host = document.createElement('div');
    this.host.className = 'maplibregl-ctrl overlook-control';
    // Without `map.addControl`: deck.gl's overlay leaves its element in the map when it is removed.
    this.host.append(this.overlay.onAdd(map));
    keepLoopFromListening(this.overlay);
    void this.open(map);
    return this.host;
  }

  onRemove(): void {
    this.stopListening?.();
    if (this.session !== this.options.session) this.session?.close();
    if (this.map) this.overlay?.onRemove(this.map);
    this.host?.remove();
    this.map = this.overlay = this.session = this.host = null;
  }

  getDefaultPosition(): ControlPosition {
    return 'top-left';
  }

  /**
   * Changes the drawing options; absent fields do not change. Throws RangeError for an invalid run of ids in `features`, and
   * VisitFailure for a `layer` that the view does not have; then nothing changes.
   */
  setProps(props: SiteDrawingProps & Pick<OverlookControlOptions, 'layers'>): void {
    if (props.features) featureStyleTable(props.features);
    if (props.layer) this.session?.layerUrl(props.layer);
    this.options = { ...this.options, ...props };
    this.draw();
  }

  /** Returns the position of the site under a point of the map (CSS pixels); null for none. */
  pick({ x, y }: { x: number; y: number }): SitePlace | null {
    const info = this.overlay?.pickObject({ x, y, unproject3D: true }) as SitePickingInfo | null | undefined;
    if (!info?.pointEcef || !info.coordinate) return null;
    const [longitude, latitude, height] = info.coordinate as Vec3;
    const lngLatHeight = [longitude, latitude, height - (this.raiseMetres ?? 0)] as SitePlace['lngLatHeight'];
    return { lngLatHeight, pointEcef: info.pointEcef, featureId: info.featureId ?? null };
  }

  /** True if all tiles that the view needs are loaded. */
  get isLoaded(): boolean {
    return this.siteLayer?.isLoaded ?? false;
  }

  /** The ground of the map has height 0: by default the ground of the site is placed on it. */
  private get raiseMetres(): number | undefined {
    return this.options.raiseMetres ?? (this.session ? -this.session.origin.height : undefined);
  }

  private async open(map: MapLibreMap): Promise<void> {
    const { onReady, onError, fly = true } = this.options;
    try {
      const session = this.options.session ?? (await SiteSession.open(this.options));
      // The control may have been removed, or added to another map, before the server responded.
      if (this.map !== map) {
        if (session !== this.options.session) session.close();
        return;
      }
      this.session = session;
      // Before the first frame, where deck.gl would only write it to the console.
      session.layerUrl(this.options.layer ?? undefined);
      this.stopListening = session.onEnd((error) => this.fail(error));
      this.draw();
      const { longitude, latitude } = session.origin;
      if (fly) map.jumpTo({ center: [longitude, latitude], zoom: ZOOM, pitch: PITCH_DEG });
      onReady?.(session);
    } catch (error) {
      if (this.map === map) this.fail(error as VisitFailure);
      else onError?.(error as VisitFailure);
    }
  }

  private draw(): void {
    const { session, overlay } = this;
    if (!overlay) return;
    const { layers = [], layer, screenSpaceErrorPx, pointSize, maximumMemoryUsage, section, features } = this.options;
    const { beforeId, onTileError } = this.options;
    const wishes = {
      layer,
      screenSpaceErrorPx,
      pointSize,
      maximumMemoryUsage,
      section,
      features,
      onTileError,
      beforeId,
    };
    const named = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined));
    const { raiseMetres = 0 } = this;
    this.siteLayer = session && new SiteLayer({ id: 'overlook-site', pickable: true, session, raiseMetres, ...named });
    overlay.setProps({ layers: [this.siteLayer, ...layers] });
  }

  /** Shows the reason in the corner of the map and removes the site. */
  private fail(error: VisitFailure): void {
    if (this.session !== this.options.session) this.session?.close();
    this.session = null;
    this.draw();
    if (this.host) {
      this.host.setAttribute('role', 'alert');
      this.host.classList.add('maplibregl-ctrl-group');
      Object.assign(this.host.style, { padding: '8px 12px', font: '13px sans-serif', color: '#1f2328' });
      this.host.textContent = error.message;
    }
    this.options.onError?.(error);
  }
}
