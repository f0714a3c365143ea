import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Orbit } from 'lucide-react';
import { numberText } from '@overlook/shared/format';
import { photoPicture } from '../../../../api/photos.ts';
import { photos } from '../../../../state/photos.ts';
import { loadEngine } from '../../stage/open-stage.ts';
import type { PanoramaProps } from '../photo-frame.ts';
import { NORTHWARD, PanoramaPhotoView } from './panorama-photo-view.ts';
import { photoLens } from '../marks/photo-camera-of.ts';
import css from './panorama-photo.module.css';

type Status = 'loading' | 'shown' | 'failed';

/** A look into an equirectangular photo: dragged, pinched, by wheel and keys. */
export function PanoramaPhoto({ photo, onView, onPress }: PanoramaProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<PanoramaPhotoView | null>(null);
  const [status, setStatus] = useState<Status>('loading');
  const [isSettled, setSettled] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const told = useRef({ onView, onPress });
  told.current = { onView, onPress };

  useEffect(() => {
    const ending = new AbortController();
    setStatus('loading');
    void loadEngine().then((engine) => {
      if (ending.signal.aborted || !box.current || !canvas.current) return;
      const view = new PanoramaPhotoView(photo, photos.askedEcef, engine);
      openPanorama(
        engine,
        { view, box: box.current, canvas: canvas.current, setStatus, setSettled, told },
        ending.signal,
      );
      setView(view);
      told.current.onView(view);
    });
    return () => {
      ending.abort();
      setView(null);
      told.current.onView(null);
    };
  }, [photo, attempt]);

  return (
    <div
      ref={box}
      className={css.panorama}
      role="application"
      aria-label={`Panorama ${photo.name}`}
      aria-roledescription="panorama"
      aria-busy={!isSettled}
      tabIndex={0}
    >
      <canvas ref={canvas} className={css.canvas} hidden={status === 'failed'} />
      {status === 'failed' && (
        <p className={css.failed} role="alert">
          This photo could not be loaded
          <button type="button" onClick={() => setAttempt((count) => count + 1)}>
            Retry
          </button>
        </p>
      )}
      {view && status === 'shown' && <Reading view={view} />}
    </div>
  );
}

interface Opening {
  readonly view: PanoramaPhotoView;
  readonly box: HTMLDivElement;
  readonly canvas: HTMLCanvasElement;
  readonly setStatus: (status: Status) => void;
  readonly setSettled: (isSettled: boolean) => void;
  readonly told: { readonly current: Pick<PanoramaProps, 'onPress'> };
}

/** Draws and controls until the signal aborts. */
function openPanorama(
  { Panorama, controlPanorama }: Awaited<ReturnType<typeof loadEngine>>,
  { view, box, canvas, setStatus, setSettled, told }: Opening,
  signal: AbortSignal,
): void {
  const { photo } = view;
  // The canvas may be in a window of its own.
  const page = box.ownerDocument.defaultView!;
  const lens = photoLens(photo)!;
  if (lens.projection !== 'equirectangular') return setStatus('failed');
  const panorama = new Panorama(
    canvas,
    {
      lens,
      angles: photo.photo.angles ?? NORTHWARD,
      wholeUrls: [photoPicture(photo, 'thumb'), photoPicture(photo, 'large')],
      tileLevels: photo.photo.tileLevels,
      tileUrl: ({ level, column, row }) => `/api/files/snapshots/${photo.filename}/tiles/${level}/${column}/${row}`,
    },
    {
      onPicture: () => setStatus('shown'),
      onFailed: () => setStatus('failed'),
      onSettled: setSettled,
    },
  );
  const size = () => ({ widthPx: view.sizeCss.width, heightPx: view.sizeCss.height });
  const resizes = new page.ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = box;
    if (width === 0 || height === 0) return;
    panorama.resize(width, height, page.devicePixelRatio);
    view.resize({ width, height });
  });
  resizes.observe(box);
  const unfollow = view.subscribe(() => panorama.setLook(view.look));
  panorama.setLook(view.look);
  controlPanorama(
    {
      element: box,
      look: () => view.look,
      setLook: (look) => view.setLook(look),
      size,
      fit: () => view.fit(),
      onTap: ([x, y]) => told.current.onPress(view, { x, y }),
      reducedMotion: () => page.matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    signal,
  );
  signal.addEventListener('abort', () => {
    resizes.disconnect();
    unfollow();
    panorama.destroy();
  });
}

/** Which way one looks. */
function Reading({ view }: { readonly view: PanoramaPhotoView }) {
  const { headingDeg, pitchDeg } = useSyncExternalStore(view.subscribe, () => view.look);
  return (
    <p className={css.reading}>
      <Orbit size={16} strokeWidth={1.75} aria-hidden />
      <span>Drag to look round</span>
      <span className={css.angles}>
        Heading {numberText(headingDeg, 0)}°, pitch {numberText(pitchDeg, 0)}°, view {view.zoomText}
      </span>
    </p>
  );
}
