import { GalleryThumbnails, CircleQuestionMark, Eye, EyeOff, type LucideIcon, Scan } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { photosSeeingText, PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoPicture } from '../../../api/photos.ts';
import { useFeatureName } from '../../../api/feature-name.ts';
import type { PhotoSight, SightGap, SightVerdict } from '@overlook/engine';
import { hoverPhoto, photos, selectPhoto } from '../../../state/photos.ts';
import { preferences } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { EmptyState } from '../../../ui/status/state-message.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { flyToPhoto } from './fly-to-photo.ts';
import { takenAndDistanceText } from './photo-words.ts';
import { countSeeing, type SightByPhoto } from './use-sight.ts';
import css from './sight-list.module.css';

interface SightListProps {
  siteId: number;
  /** In the order of the list. */
  listed: readonly NearbyPhoto[];
  sight: SightByPhoto;
  isNarrowed: boolean;
  onNarrow: (isNarrowed: boolean) => void;
  /** Shows the strip of thumbnails instead. */
  onStrip: () => void;
}

/** The photos by how well they see the point or the object: arrows move in the list, Enter opens a photo, F flies to it. */
export function SightList({ siteId, listed, sight, isNarrowed, onNarrow, onStrip }: SightListProps) {
  const { asked, found, selectedId } = useSnapshot(photos);
  const seeing = countSeeing(sight);
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.code];
    const rows = [...event.currentTarget.querySelectorAll('button')];
    const now = rows.indexOf(event.target as HTMLButtonElement);
    if (step !== undefined && now >= 0) {
      event.preventDefault();
      rows[(now + step + rows.length) % rows.length]!.focus();
    } else if (event.code === 'KeyF' && !event.ctrlKey && !event.metaKey && listed[now]) {
      event.preventDefault();
      flyToPhoto(listed[now]);
    }
  };
  // It follows the selected photo when the verdicts move it, and when the list becomes lower: its title may take a second line.
  const list = useRef<HTMLUListElement>(null);
  const selectedAt = listed.findIndex(({ id }) => id === selectedId);
  useEffect(() => {
    const sizes = new ResizeObserver(() => list.current?.children[selectedAt]?.scrollIntoView({ block: 'nearest' }));
    // Called for the first size too.
    sizes.observe(list.current!);
    return () => sizes.disconnect();
  }, [selectedAt]);
  const tabStop = listed.some(({ id }) => id === selectedId) ? selectedId : listed[0]?.id;
  return (
    <section className={css.part} aria-label={PHOTOS_MESSAGES['photos.photosWhatTheySee']}>
      <div className={css.head}>
        <h2 className={css.title}>
          {photosSeeingText(seeing, found.length, asked?.object?.name ?? PHOTOS_MESSAGES['photos.thePoint'])}
        </h2>
        <Segmented
          label={PHOTOS_MESSAGES['photos.photosToList']}
          segments={[
            { value: 'all', label: formatMessage(PHOTOS_MESSAGES['photos.all'], { length: found.length }) },
            { value: 'seeing', label: formatMessage(PHOTOS_MESSAGES['photos.seesIt'], { seeing }) },
          ]}
          value={isNarrowed ? 'seeing' : 'all'}
          onChange={(value) => onNarrow(value === 'seeing')}
        />
        <IconButton icon={GalleryThumbnails} label={PHOTOS_MESSAGES['photos.showThumbnails']} onClick={onStrip} />
      </div>
      {isNarrowed && listed.length === 0 && (
        <div className={css.none}>
          <EmptyState icon={EyeOff} title={PHOTOS_MESSAGES['photos.noneSees']}>
            <Button onClick={() => onNarrow(false)}>{PHOTOS_MESSAGES['photos.listAllPhotos']}</Button>
          </EmptyState>
        </div>
      )}
      <ul ref={list} className={css.list} onKeyDown={move}>
        {listed.map((photo) => (
          <li key={photo.id}>
            <Row siteId={siteId} photo={photo} sight={sight.get(photo.id) ?? null} isTabStop={photo.id === tabStop} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Verdict {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: 'accent' | 'neutral';
}

const VERDICTS: Readonly<Record<SightVerdict, Verdict>> = {
  sees: { label: PHOTOS_MESSAGES['photos.verdictSees'], icon: Eye, tone: 'accent' },
  part: { label: PHOTOS_MESSAGES['photos.verdictSeesPart'], icon: Eye, tone: 'neutral' },
  hidden: { label: PHOTOS_MESSAGES['photos.hidden'], icon: EyeOff, tone: 'neutral' },
  outside: { label: PHOTOS_MESSAGES['photos.outside'], icon: Scan, tone: 'neutral' },
  unknown: { label: PHOTOS_MESSAGES['photos.notKnown'], icon: CircleQuestionMark, tone: 'neutral' },
};

interface RowProps {
  siteId: number;
  photo: NearbyPhoto;
  sight: PhotoSight | null;
  isTabStop: boolean;
}

function Row({ siteId, photo, sight, isTabStop }: RowProps) {
  const { selectedId, hoveredId } = useSnapshot(photos);
  const { units } = useSnapshot(preferences);
  const { label, icon, tone } = VERDICTS[sight?.verdict ?? 'unknown'];
  const reason = useReason(siteId, sight);
  const facts = takenAndDistanceText(photo, units);
  const isSelected = photo.id === selectedId;
  return (
    <button
      type="button"
      className={css.row}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isSelected || undefined}
      data-hovered={photo.id === hoveredId}
      onClick={() => selectPhoto(photo.id)}
      onPointerEnter={() => hoverPhoto(photo.id)}
      onPointerLeave={() => hoverPhoto(null)}
    >
      <img src={photoPicture(photo, 'thumb')} alt="" loading="lazy" className={css.thumb} />
      <span className={css.words}>
        <span className={css.name}>{photo.name}</span> <span className={css.facts}>{facts}</span>
      </span>{' '}
      <span className={css.verdict}>
        <Tag icon={icon} tone={tone}>
          {label}
        </Tag>{' '}
        <span className={css.reason}>{reason}</span>
      </span>
    </button>
  );
}

/**
 * Why a photo shows the point well or not: the occluder, or else the distance from the middle; for an object the shown
 * share where nothing hides it; or the missing data.
 */
function useReason(siteId: number, sight: PhotoSight | null): string {
  const behind = sight?.verdict === 'hidden' || sight?.verdict === 'part' ? sight.behind : null;
  const name = useFeatureName(siteId, behind?.layer ?? null, behind?.featureId ?? null);
  if (!sight || sight.unknownFor) return UNKNOWN_TEXTS[sight?.unknownFor ?? 'place'];
  if (behind || sight.verdict === 'hidden')
    return formatMessage(PHOTOS_MESSAGES['photos.behind'], { name: name ?? PHOTOS_MESSAGES['photos.theModel'] });
  if (sight.share !== null && sight.share > 0) return shareText(sight.share);
  if (sight.viewAngleDeg === null) return '';
  return formatMessage(PHOTOS_MESSAGES['photos.offTheMiddle'], { degrees: Math.round(sight.viewAngleDeg) });
}

const UNKNOWN_TEXTS: Readonly<Record<SightGap | 'place', string>> = {
  place: PHOTOS_MESSAGES['photos.unknownPlace'],
  direction: PHOTOS_MESSAGES['photos.unknownDirection'],
  lens: PHOTOS_MESSAGES['photos.unknownLens'],
  missing: PHOTOS_MESSAGES['photos.unknownMissing'],
  coarse: PHOTOS_MESSAGES['photos.unknownCoarse'],
  empty: PHOTOS_MESSAGES['photos.unknownEmpty'],
};

const shareText = (share: number): string =>
  share === 1
    ? PHOTOS_MESSAGES['photos.allOfIt']
    : formatMessage(PHOTOS_MESSAGES['photos.inView'], { percent: Math.round(100 * share) });
