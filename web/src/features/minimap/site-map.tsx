import { MapPinOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MapRef, MapSourceDataEvent } from 'react-map-gl/maplibre';
import { MINIMAP } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { Lla } from '@overlook/shared/maths';
import type { Stage } from '../../engine/index.ts';
import { CameraMarks, drawCamera } from './camera-marks.tsx';
import { boundsOf, cameraView } from './camera-view.ts';
import { followPose } from './follow-pose.ts';
import type { LoadedMap } from './load-map.ts';
import { useMap } from './use-map.ts';
import css from './site-map.module.css';

export interface MinimapSite {
  /** Ground point of the site; height in metres above the ellipsoid. */
  origin: Lla;
  /** Deepest zoom at which the pictures of the map have been taken; null for the usual one. */
  minimapMaxNativeZoom: number | null;
}

export interface SiteMapProps {
  stage: Stage;
  site: MinimapSite | null;
  /** MapLibre style, null for the built-in world. */
  basemapStyleUrl: string | null;
  onGo: (place: { longitude: number; latitude: number }) => void;
}

/** The map of a site with the camera on it: grey while it loads, a sentence where it cannot be had. */
export function SiteMap(props: SiteMapProps) {
  const map = useMap(props.basemapStyleUrl);
  const [isBroken, setIsBroken] = useState(false);
  if (map === 'failed' || isBroken) return <NoMap />;
  return (
    <div className={css.ground}>
      {map !== 'loading' && <MapCanvas {...props} map={map} onBroken={() => setIsBroken(true)} />}
    </div>
  );
}

function NoMap() {
  return (
    <p className={css.none}>
      <MapPinOff size={16} strokeWidth={1.75} aria-hidden />
      {MESSAGES['minimap.failed']}
    </p>
  );
}

const EMPTY = { center: [0, 0] as [number, number], zoom: MINIMAP.emptyZoom };

type MapCanvasProps = SiteMapProps & { map: LoadedMap; onBroken: () => void };

function MapCanvas({ map: { Map, library, style }, stage, site, onGo, onBroken }: MapCanvasProps) {
  const map = useRef<MapRef>(null);
  const marks = useRef<SVGSVGElement>(null);
  const hasStyle = useRef(false);
  const [isLoaded, setIsLoaded] = useState(false);

  useEffect(() => {
    if (!isLoaded || !map.current) return undefined;
    if (!site) return void map.current.jumpTo(EMPTY);
    return followPose(stage, MINIMAP.followEveryMs, (pose) => {
      if (!map.current || !marks.current) return;
      const { width, height } = stage.size();
      const view = cameraView(pose, width / height, site.origin.height);
      map.current.jumpTo({ center: view.centre, zoom: view.zoom });
      drawCamera(marks.current, view, map.current.project);
    });
  }, [isLoaded, stage, site]);

  return (
    <div className={css.map} data-loaded={isLoaded}>
      <Map
        ref={map}
        mapLib={library}
        mapStyle={style}
        initialViewState={{ longitude: EMPTY.center[0], latitude: EMPTY.center[1], zoom: EMPTY.zoom }}
        {...(site && { maxBounds: boundsOf(site.origin) })}
        maxZoom={MINIMAP.maxZoom}
        interactive={false}
        attributionControl={false}
        fadeDuration={0}
        renderWorldCopies={false}
        cursor="pointer"
        locale={{ 'Map.Title': 'Map of the site' }}
        onStyleData={() => (hasStyle.current = true)}
        onSourceData={(event) => enlargeFrom(event, site?.minimapMaxNativeZoom ?? MINIMAP.maxNativeZoomDefault)}
        onLoad={() => setIsLoaded(true)}
        onError={({ error }) => {
          console.warn('The minimap has a part missing.', error);
          // Without its style there is no map; without some of its tiles there still is one.
          if (!hasStyle.current) onBroken();
        }}
        // The stage keeps the focus, and with it the keys.
        onMouseDown={({ originalEvent }) => originalEvent.preventDefault()}
        onClick={({ lngLat }) => onGo({ longitude: lngLat.lng, latitude: lngLat.lat })}
      />
      {site && <CameraMarks ref={marks} />}
    </div>
  );
}

/** Pictures deeper than the site has any are made from those of `maxNativeZoom`. */
function enlargeFrom({ target, sourceId, sourceDataType }: MapSourceDataEvent, maxNativeZoom: number): void {
  if (sourceDataType !== 'metadata') return;
  const source = target.getSource(sourceId);
  if (source?.type === 'raster' && source.maxzoom > maxNativeZoom) source.maxzoom = maxNativeZoom;
}
