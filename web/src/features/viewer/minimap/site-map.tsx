import { MapPinOff } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapRef, MapSourceDataEvent } from 'react-map-gl/maplibre';
import { MINIMAP } from '@overlook/shared/config';
import type { Units } from '@overlook/shared/format';
import { MINIMAP_MESSAGES } from '@overlook/shared/messages';
import { llaFromEcef, enuFrame, type Lla, mercatorMetresPerPx, transformPoint } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import type { Stage } from '@overlook/engine';
import { signRequest } from '../../../api/site-plan.ts';
import { CameraMarks, drawCamera } from './camera-marks.tsx';
import { boundsOf, type CameraView, cameraView } from './camera-view.ts';
import { mapLibreZoom, type Size, zoomOfMapLibre } from './fit-view.ts';
import { followPose } from './follow-pose.ts';
import type { LoadedMap } from './load-map.ts';
import { type MapPinList, MapPins, type MapPinsHandle } from './map-pins.tsx';
import { drawScale, MapScale } from './map-scale.tsx';
import { useMap } from './use-map.ts';
import css from './site-map.module.css';

export interface MinimapSite {
  /** Ground point of the site; height in metres above the ellipsoid. */
  origin: Lla;
  /** Deepest zoom at which the pictures of the map have been taken; null for the usual one. */
  minimapMaxNativeZoom: number | null;
  /** The site from above; null where none may be seen. */
  plan: SitePlan | null;
}

export interface SiteMapProps {
  stage: Stage;
  site: MinimapSite | null;
  /** MapLibre style, null for the built-in world. */
  basemapStyleUrl: string | null;
  units: Units;
  /** Counts the requests to show the whole site; the camera is followed again when it moves. */
  fitCount: number;
  pins: MapPinList;
  onGo: (place: { longitude: number; latitude: number }) => void;
}

/** The map of a site with the camera on it, or a sentence when it cannot be loaded. */
export function SiteMap(props: SiteMapProps) {
  const map = useMap(props.basemapStyleUrl);
  const [isBroken, setIsBroken] = useState(false);
  if (map === 'failed' || isBroken) return <NoMap />;
  return map === 'loading' ? null : <MapCanvas {...props} map={map} onBroken={() => setIsBroken(true)} />;
}

function NoMap() {
  return (
    <p className={css.none}>
      <MapPinOff size={16} strokeWidth={1.75} aria-hidden />
      {MINIMAP_MESSAGES['minimap.failed']}
    </p>
  );
}

const EMPTY = { center: [0, 0] as [number, number], zoom: mapLibreZoom(MINIMAP.emptyZoom) };

/** The whole site, so that its plan is among what the map loads first. */
const firstView = (site: MinimapSite | null) =>
  site ? { bounds: extentOf(site) } : { longitude: EMPTY.center[0], latitude: EMPTY.center[1], zoom: EMPTY.zoom };

type MapCanvasProps = SiteMapProps & { map: LoadedMap; onBroken: () => void };

function MapCanvas({ map: loaded, stage, site, units, fitCount, pins, onGo, onBroken }: MapCanvasProps) {
  const { Map, library, style } = loaded;
  const map = useRef<MapRef>(null);
  const marks = useRef<SVGSVGElement>(null);
  const scale = useRef<HTMLDivElement>(null);
  const pinned = useRef<MapPinsHandle>(null);
  const hasStyle = useRef(false);
  /** Complete: with the picture of the site, without which the map would be an empty one. */
  const [state, setState] = useState<'loading' | 'loaded' | 'complete'>('loading');
  const isLoaded = state !== 'loading';

  const drawMarks = useCallback(
    (view: CameraView) => {
      if (!map.current || !marks.current || !scale.current) return;
      drawCamera(marks.current, view, map.current.project);
      const zoom = zoomOfMapLibre(map.current.getZoom());
      const { lng, lat } = map.current.getCenter();
      drawScale(scale.current, mercatorMetresPerPx(zoom, lat), units);
      pinned.current?.place({ centre: [lng, lat], zoom, ...sizeOf(map.current) });
    },
    [units],
  );
  const viewNow = useCallback(() => {
    const screen = { ...stage.size(), fovYDeg: stage.state().fovYDeg };
    return cameraView(stage.pose(), screen, sizeOf(map.current!), site!.origin.height);
  }, [stage, site]);
  const follow = useCallback(() => {
    if (!map.current || !site) return;
    const view = viewNow();
    map.current.jumpTo({ center: view.centre, zoom: mapLibreZoom(view.zoom) });
    drawMarks(view);
  }, [site, viewNow, drawMarks]);

  useEffect(() => {
    if (!isLoaded || !site) return void (isLoaded && map.current?.jumpTo(EMPTY));
    return followPose(stage, MINIMAP.followEveryMs, follow);
  }, [isLoaded, stage, site, follow]);

  useEffect(() => {
    if (fitCount === 0 || !site || !map.current) return;
    map.current.fitBounds(extentOf(site), { animate: false });
    drawMarks(viewNow());
    // Only when it is asked for: the newest of the others is used then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [fitCount]);

  return (
    <div className={css.map} data-complete={state === 'complete'}>
      <Map
        ref={map}
        mapLib={library}
        mapStyle={style}
        initialViewState={firstView(site)}
        {...(site && { maxBounds: boundsOf(site.origin) })}
        maxZoom={mapLibreZoom(MINIMAP.maxZoom)}
        interactive={false}
        attributionControl={false}
        fadeDuration={0}
        renderWorldCopies={false}
        cursor="pointer"
        locale={{ 'Map.Title': MINIMAP_MESSAGES['minimap.mapOfTheSite'] }}
        transformRequest={signRequest}
        onStyleData={() => (hasStyle.current = true)}
        onSourceData={(event) => enlargeFrom(event, site?.minimapMaxNativeZoom ?? MINIMAP.maxNativeZoomDefault)}
        onLoad={() => setState('loaded')}
        onIdle={() => isLoaded && setState('complete')}
        onResize={follow}
        onError={({ error }) => {
          console.warn('The minimap has a part missing.', error);
          // Without its style there is no map; without some of its tiles there still is one.
          if (!hasStyle.current) onBroken();
        }}
        // The stage keeps the focus, and with it the keys.
        onMouseDown={({ originalEvent }) => originalEvent.preventDefault()}
        onClick={({ lngLat }) => onGo({ longitude: lngLat.lng, latitude: lngLat.lat })}
      >
        {site?.plan && <PlanLayer map={loaded} plan={site.plan} />}
      </Map>
      {site && <MapPins ref={pinned} map={loaded} {...pins} />}
      {site && <CameraMarks ref={marks} />}
      {site && <MapScale ref={scale} />}
    </div>
  );
}

function sizeOf(map: MapRef): Size {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return { width, height };
}

/** West, south, east and north edge of a site, degrees. */
const extentOf = ({ plan, origin }: MinimapSite): [number, number, number, number] => plan?.bounds ?? around(origin);

/** West, south, east and north edge of the ground around a place, degrees. */
function around(origin: Lla): [number, number, number, number] {
  const { ecefFromEnu } = enuFrame(origin);
  const [low, high] = [-MINIMAP.fitReach, MINIMAP.fitReach].map((reach) =>
    llaFromEcef(transformPoint(ecefFromEnu, [reach, reach, 0])),
  ) as [Lla, Lla];
  return [low.longitude, low.latitude, high.longitude, high.latitude];
}

/** Pictures deeper than the site has any are made from those of `maxNativeZoom`; the plan says so itself. */
function enlargeFrom({ target, sourceId, sourceDataType }: MapSourceDataEvent, maxNativeZoom: number): void {
  if (sourceDataType !== 'metadata' || sourceId === 'site-plan') return;
  const source = target.getSource(sourceId);
  if (source?.type === 'raster' && source.maxzoom > maxNativeZoom) source.maxzoom = maxNativeZoom;
}

/** Edge of the plan's tiles, pixels. */
const PLAN_TILE_PX = 256;

/** The plan of the site as the ground of the map. */
function PlanLayer({ map: { Source, Layer }, plan }: { map: LoadedMap; plan: SitePlan }) {
  return (
    <Source
      id="site-plan"
      key={plan.tilesUrl}
      type="raster"
      tiles={[location.origin + plan.tilesUrl]}
      tileSize={PLAN_TILE_PX}
      bounds={plan.bounds}
      minzoom={plan.minZoom}
      maxzoom={plan.maxZoom}
    >
      <Layer id="site-plan" type="raster" paint={{ 'raster-fade-duration': 0 }} />
    </Source>
  );
}
