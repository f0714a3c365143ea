import { ChevronLeft, ChevronRight, LayoutList } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { PHOTOS } from '@overlook/shared/config';
import { roughDistanceText } from '@overlook/shared/format';
import { photosFoundText, PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoPicture } from '../../../api/photos.ts';
import { hoverPhoto, photos, selectPhoto } from '../../../state/photos.ts';
import { preferences } from '../../../state/preferences.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { kindOf } from './photo-kinds.ts';
import css from './photo-strip.module.css';

interface PhotoStripProps {
  found: readonly NearbyPhoto[];
  /** How many of them see the point, once it is known; null where it is not known. */
  seeing: number | null;
  onList: () => void;
}

/** The photos as thumbnails, five on a page; the page follows the selection. */
export function PhotoStrip({ found, seeing, onList }: PhotoStripProps) {
  const { selectedId, hoveredId } = useSnapshot(photos);
  const pages = Math.min(PHOTOS.pagesMost, Math.ceil(found.length / PHOTOS.thumbsPerPage));
  const selectedPage = Math.max(0, Math.floor(found.findIndex(({ id }) => id === selectedId) / PHOTOS.thumbsPerPage));
  const [page, setPage] = usePage(selectedPage, selectedId);
  const first = page * PHOTOS.thumbsPerPage;
  return (
    <section className={css.strip} aria-label={PHOTOS_MESSAGES['photos.photosFound']}>
      <ul className={css.thumbs}>
        {found.slice(first, first + PHOTOS.thumbsPerPage).map((photo) => (
          <li key={photo.id} className={css.place}>
            <Thumb photo={photo} isSelected={photo.id === selectedId} isHovered={photo.id === hoveredId} />
          </li>
        ))}
      </ul>
      <div className={css.line}>
        <p className={css.count}>{photosFoundText(found.length)}</p>
        {seeing !== null && (
          <Button tone="ghost" icon={LayoutList} className={css.seeing} onClick={onList}>
            {formatMessage(PHOTOS_MESSAGES['photos.seeingCount'], { count: seeing })}
          </Button>
        )}
        {pages > 1 && <Pages count={pages} page={page} onChange={setPage} />}
      </div>
    </section>
  );
}

/** The page that was turned to, until another photo is selected: then that of the photo. */
function usePage(selectedPage: number, selectedId: number | null) {
  const [turned, setTurned] = useState({ page: selectedPage, selectedId });
  const page = turned.selectedId === selectedId ? turned.page : selectedPage;
  return [page, (next: number) => setTurned({ page: next, selectedId })] as const;
}

function Thumb({ photo, isSelected, isHovered }: { photo: NearbyPhoto; isSelected: boolean; isHovered: boolean }) {
  const { units } = useSnapshot(preferences);
  const { label, icon: Icon } = kindOf(photo);
  const distance = roughDistanceText(photo.distanceM, 0, units);
  return (
    <button
      type="button"
      className={css.thumb}
      aria-label={`${photo.name}, ${label.toLowerCase()}, ${distance}`}
      aria-current={isSelected || undefined}
      data-hovered={isHovered}
      data-tooltip={photo.name}
      onClick={() => selectPhoto(photo.id)}
      onPointerEnter={() => hoverPhoto(photo.id)}
      onPointerLeave={() => hoverPhoto(null)}
    >
      <img src={photoPicture(photo, 'thumb')} alt="" loading="lazy" className={css.picture} />
      <span className={css.mark} aria-hidden>
        <Icon size={12} strokeWidth={2.25} />
        {distance}
      </span>
    </button>
  );
}

function Pages({ count, page, onChange }: { count: number; page: number; onChange: (page: number) => void }) {
  return (
    <nav className={css.pages} aria-label={PHOTOS_MESSAGES['photos.pagesOfPhotos']}>
      <IconButton
        icon={ChevronLeft}
        label={PHOTOS_MESSAGES['photos.previousPage']}
        size="s"
        disabled={page === 0}
        onClick={() => onChange(page - 1)}
      />
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          className={css.page}
          aria-label={formatMessage(PHOTOS_MESSAGES['photos.page'], { number: index + 1 })}
          aria-current={index === page ? 'page' : undefined}
          onClick={() => onChange(index)}
        >
          {index + 1}
        </button>
      ))}
      <IconButton
        icon={ChevronRight}
        label={PHOTOS_MESSAGES['photos.nextPage']}
        size="s"
        disabled={page === count - 1}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}
