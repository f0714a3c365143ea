/** A `DeckGL` with the camera and the tiles of a site, in which the host's own layers lie in depth with the plant. */
import type { Layer, PickingInfo } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import { DeckGL } from '@deck.gl/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { SiteTilesLayer } from '../../engine/stage/site-tiles-layer.ts';
import { type SiteFrame, siteFrame } from '../../engine/view/site-frame.ts';
import { SiteView, type SiteViewState } from '../../engine/view/site-view.ts';
import type { Pose } from '@overlook/shared/maths';
import type { SectionVolume } from '../../engine/geometry/section-volume.ts';
import type { VisitFailure } from '../../embed/connection/visit-failure.ts';
import { type LayerName, SiteSession, type SiteSessionOptions } from '../session/site-session.ts';
import { SiteCamera } from './site-camera.ts';
import { useNewest } from './use-newest.ts';

export interface OverlookDeckProps extends Pick<SiteSessionOptions, 'server' | 'token' | 'password'> {
  /** Layer of the site; the first that the view shows when absent. */
  layer?: LayerName;
  section?: SectionVolume | null;
  /** CSS pixels; 16 when absent. */
  screenSpaceErrorPx?: number;
  /** Where the camera begins, ECEF; the home view of the site when absent. */
  initialPose?: Pose;
  /**
   * The host's own layers, in metres east, north and up of the site's origin: a function is called with the frame that turns
   * degrees into them. Drawn after the tiles, with the same depth.
   */
  layers?: Layer[] | ((frame: SiteFrame) => Layer[]);
  onClick?: (info: PickingInfo) => void;
  onReady?: (session: SiteSession) => void;
  onPose?: (pose: Pose) => void;
  /** Gives the layer of the site's tiles, for picks (`tiles.pick(x, y)`) and to know whether all is there (`isLoaded`). */
  onTiles?: (tiles: SiteTilesLayer) => void;
  /** The site cannot be shown, or not any more; without it the reason is shown in place of the site. */
  onError?: (error: VisitFailure) => void;
  children?: ReactNode;
}

const VIEW = new SiteView({ id: 'site' });

/** An open session for these options, or why there is none; opened again when they change. */
function useSession({ server, token, password, onReady, onError }: OverlookDeckProps) {
  const [session, setSession] = useState<SiteSession | null>(null);
  const [error, setError] = useState<VisitFailure | null>(null);
  const tell = useNewest({ onReady, onError });
  useEffect(() => {
    let isGone = false;
    let current: SiteSession | undefined;
    const fail = (reason: VisitFailure) => {
      if (isGone) return;
      setSession(null);
      setError(reason);
      tell.current.onError?.(reason);
    };
    const open = async () => {
      const opened = await SiteSession.open({ server, token, ...(password === undefined ? {} : { password }) });
      if (isGone) return opened.close();
      current = opened;
      opened.onEnd(fail);
      setError(null);
      setSession(opened);
      tell.current.onReady?.(opened);
    };
    open().catch(fail);
    return () => {
      isGone = true;
      current?.close();
    };
  }, [server, token, password, tell]);
  return { session, error };
}

/** The camera's state for deck.gl, moved by the gestures and keys of the product. */
function useSiteCamera(
  session: SiteSession | null,
  tiles: { readonly current: SiteTilesLayer | null },
  { initialPose, onPose }: OverlookDeckProps,
) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [viewState, setViewState] = useState<SiteViewState | null>(null);
  const tell = useNewest(onPose);
  const first = useRef(initialPose);
  useEffect(() => {
    if (!session || !element) return;
    const pickWorld = (x: number, y: number) => tiles.current?.pick(x, y)?.pointEnu ?? null;
    const camera = new SiteCamera(session, element, first.current ?? null, pickWorld, (state, pose) => {
      setViewState(state);
      tell.current?.(pose);
    });
    return () => camera.destroy();
  }, [session, element, tiles, tell]);
  return { setElement, viewState };
}

/**
 * Releases the graphics device of a `DeckGL` after that has ended: deck.gl leaves it to its owner, luma.gl would keep listening
 * for its canvas, and browsers keep only some sixteen contexts.
 */
function useReleasedDevice(): (device: Device) => void {
  const [device, setDevice] = useState<Device | null>(null);
  useEffect(() => {
    if (!device) return;
    // The parent's effects end before those of DeckGL, which still uses the device to release its layers.
    return () => void setTimeout(() => release(device));
  }, [device]);
  return setDevice;
}

function release(device: Device): void {
  device.getDefaultCanvasContext().destroy();
  (device.handle as WebGL2RenderingContext).getExtension('WEBGL_lose_context')?.loseContext();
}

export function OverlookDeck(props: OverlookDeckProps): ReactNode {
  const { layer, section = null, screenSpaceErrorPx = 16, layers, onClick, children } = props;
  const { session, error } = useSession(props);
  const frame = useMemo(() => session && siteFrame(session.origin), [session]);
  const tiles =
    session &&
    new SiteTilesLayer({
      id: `overlook-site-${session.site.id}`,
      ...session.tiles(layer),
      section,
      screenSpaceErrorPx,
    });
  const { setElement, viewState } = useSiteCamera(session, useNewest(tiles), props);
  const tellTiles = useNewest(props.onTiles);
  useEffect(() => {
    if (tiles) tellTiles.current?.(tiles);
  });
  const onDeviceInitialized = useReleasedDevice();
  const own = typeof layers === 'function' ? (frame ? layers(frame) : []) : (layers ?? []);
  return (
    <div ref={setElement} tabIndex={0} style={{ position: 'absolute', inset: 0 }}>
      {viewState && tiles && (
        <DeckGL
          views={VIEW}
          viewState={viewState as never}
          controller={false}
          onDeviceInitialized={onDeviceInitialized}
          layers={[tiles, ...own]}
          {...(onClick ? { onClick } : {})}
        >
          {children}
        </DeckGL>
      )}
      {error && !props.onError && <p role="alert">{error.message}</p>}
    </div>
  );
}
