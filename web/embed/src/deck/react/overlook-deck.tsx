/** A `DeckGL` with the camera and the tiles of a site. The host's own layers are depth-tested against the plant. */
import type { Layer, PickingInfo } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import { DeckGL } from '@deck.gl/react';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  type SectionVolume,
  siteFrame,
  type SiteFrame,
  SiteTilesLayer,
  SiteView,
  type SiteViewState,
} from '@overlook/engine/deck';
import type { Pose } from '@overlook/shared/maths';
import type { VisitFailure } from '../../viewer/connection/visit-failure.ts';
import { type LayerName, SiteSession, type SiteSessionOptions } from '../session/site-session.ts';
import { SiteCamera } from './site-camera.ts';
import { useNewest } from './use-newest.ts';
import { viewStates } from '@overlook/engine/library-types';

export interface OverlookDeckProps extends Pick<SiteSessionOptions, 'server' | 'token' | 'password'> {
  /** Layer of the site; default: the first layer of the view. */
  layer?: LayerName;
  section?: SectionVolume | null;
  /** CSS pixels; default 16. */
  screenSpaceErrorPx?: number;
  /** Initial camera pose, ECEF; default: the home view of the site. */
  initialPose?: Pose;
  /**
   * The host's own layers, in metres east, north and up of the site's origin. A function receives the frame that converts degrees
   * to these metres. The layers are drawn after the tiles with the same depth buffer.
   */
  layers?: Layer[] | ((frame: SiteFrame) => Layer[]);
  onClick?: (info: PickingInfo) => void;
  onReady?: (session: SiteSession) => void;
  onPose?: (pose: Pose) => void;
  /** Called with the layer of the site's tiles, for picks (`tiles.pick(x, y)`) and for its loading state (`isLoaded`). */
  onTiles?: (tiles: SiteTilesLayer) => void;
  /** The site cannot be shown, or no longer. Without this callback the reason is shown in place of the site. */
  onError?: (error: VisitFailure) => void;
  children?: ReactNode;
}

const VIEW = new SiteView({ id: 'site' });

/** In the middle; font and colour are those of the page. */
const MESSAGE: CSSProperties = { position: 'absolute', inset: 0, margin: 16, display: 'grid', placeContent: 'center' };

/** Returns an open session for these options or the error; opens a new session when the options change. */
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

/** The camera state for deck.gl, controlled by the gestures and keys of the product. */
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
    const pickWorld = (x: number, y: number) => {
      const pick = tiles.current ? tiles.current.pickAtHand(x, y) : null;
      return pick ? pick.pointEnu : pick;
    };
    const camera = new SiteCamera(session, element, first.current ?? null, pickWorld, (state, pose) => {
      setViewState(state);
      tell.current?.(pose);
    });
    return () => camera.destroy();
  }, [session, element, tiles, tell]);
  return { setElement, viewState };
}

/**
 * Releases the graphics device of a `DeckGL` after its end: deck.gl leaves the release to the owner, luma.gl would keep listening
 * to the canvas, and browsers allow only about sixteen contexts.
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
  const onTiles = useNewest(props.onTiles);
  useEffect(() => {
    if (tiles) onTiles.current?.(tiles);
  });
  const onDeviceInitialized = useReleasedDevice();
  const own = typeof layers === 'function' ? (frame ? layers(frame) : []) : (layers ?? []);
  return (
    <div ref={setElement} tabIndex={0} style={{ position: 'absolute', inset: 0 }}>
      {viewState && tiles && (
        <DeckGL
          views={VIEW}
          viewState={viewStates(viewState)}
          controller={false}
          onDeviceInitialized={onDeviceInitialized}
          layers={[tiles, ...own]}
          {...(onClick ? { onClick } : {})}
        >
          {children}
        </DeckGL>
      )}
      {error && !props.onError && (
        <p role="alert" style={MESSAGE}>
          {error.message}
        </p>
      )}
    </div>
  );
}
