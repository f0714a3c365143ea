import { MapPin, Ruler, Tag, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { angleText, numberText, withUnit } from '@overlook/shared/format';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { photoMarks, switchPhotoMarkKind } from '../../../../state/photo-marks.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { LookSlider } from '../look/look-slider.tsx';
import { loadEngine } from '../load-engine.ts';
import type { PhotoFrame } from '../photo-frame.ts';
import { drawMarks } from './draw-marks.ts';
import { FoundPoint } from './found-point.tsx';
import { photoCamera } from './photo-camera-of.ts';
import { poseError } from './pose-error.ts';
import css from './photo-overlay.module.css';

/** An alignment with a larger error than this is labelled as rough, metres. */
const ROUGH_FROM_M = 0.5;

const KINDS = [
  { kind: 'names', label: PHOTOS_MESSAGES['photos.names'], icon: Tag },
  { kind: 'measures', label: PHOTOS_MESSAGES['photos.measures'], icon: Ruler },
  { kind: 'mocs', label: PHOTOS_MESSAGES['photos.mocs'], icon: MapPin },
] as const;

/** The choice of marks that are drawn over a photo. */
export function PhotoOverlay({ frame }: { readonly frame: PhotoFrame }) {
  const box = useRef<HTMLDivElement>(null);
  const { isOn, kinds } = useSnapshot(photoMarks);
  const isPlaced = photoCamera(frame.photo) !== null;

  useEffect(() => {
    const ending = new AbortController();
    const open = async () => {
      const { loadPhotoMarks } = await loadEngine();
      const part = await loadPhotoMarks();
      if (!ending.signal.aborted && box.current) drawMarks(part, frame, box.current, ending.signal);
    };
    if (isPlaced) open().catch((error: unknown) => console.warn('Nothing can be drawn over the photo.', error));
    return () => ending.abort();
  }, [frame, isPlaced]);

  return (
    <div className={css.overlay}>
      <div ref={box} className={css.marks} data-photo-marks />
      <div className={classNames(css.bars, frame.photo.photo.projection === 'equirectangular' && css.raised)}>
        <FoundPoint photoId={frame.photo.id} />
        <LookSlider photo={frame.photo} />
        {isOn && (
          <div
            className={classNames(css.bar, css.kinds)}
            role="group"
            aria-label={PHOTOS_MESSAGES['photos.drawnOverThePhoto']}
          >
            <span className={css.title}>{PHOTOS_MESSAGES['photos.drawnOver']}</span>
            {KINDS.map(({ kind, label, icon: Icon }) => (
              <button
                key={kind}
                type="button"
                className={css.kind}
                aria-pressed={kinds[kind]}
                disabled={!isPlaced}
                onClick={() => switchPhotoMarkKind(kind, !kinds[kind])}
              >
                <Icon size={14} strokeWidth={1.75} aria-hidden />
                {label}
              </button>
            ))}
            <Alignment photo={frame.photo} />
          </div>
        )}
      </div>
    </div>
  );
}

/** How well the photo lies on the model. */
function Alignment({ photo }: { readonly photo: NearbyPhoto }) {
  const { positionM, angleDeg } = poseError(photo);
  if (!photoCamera(photo))
    return <span className={css.accuracy}>{PHOTOS_MESSAGES['photos.alignedDirectionKnown']}</span>;
  const error = positionM !== null && `± ${withUnit(numberText(positionM, 2), 'm')}, ± ${angleText(angleDeg)}`;
  if (!photo.photo.isPoseMeasured || (positionM !== null && positionM > ROUGH_FROM_M))
    return (
      <span className={classNames(css.accuracy, css.rough)}>
        <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
        {error
          ? formatMessage(PHOTOS_MESSAGES['photos.roughlyAlignedWithin'], { error })
          : PHOTOS_MESSAGES['photos.roughlyAligned']}
      </span>
    );
  return <span className={css.accuracy}>{error || PHOTOS_MESSAGES['photos.accuracyNotStated']}</span>;
}
