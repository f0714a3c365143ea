import { CloudOff, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { usePhotoDetails } from '../../../api/photos.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { photoFacts } from './photo-facts.ts';
import css from './photo-details.module.css';

interface PhotoDetailsProps {
  photo: NearbyPhoto;
  onClose: () => void;
}

/** The facts about a photo, over the picture: this works in a separate window too. */
export function PhotoDetails({ photo, onClose }: PhotoDetailsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={css.card} aria-label={PHOTOS_MESSAGES['photos.photoDetails']}>
      <div className={css.head}>
        <h2 ref={title} tabIndex={-1} className={css.title}>
          {PHOTOS_MESSAGES['photos.photoDetails']}
        </h2>
        <IconButton icon={X} label={PHOTOS_MESSAGES['photos.closeTheDetails']} size="s" onClick={onClose} />
      </div>
      <div
        className={css.body}
        tabIndex={0}
        role="group"
        aria-label={formatMessage(PHOTOS_MESSAGES['photos.detailsOf'], { name: photo.name })}
      >
        <Facts rows={photoFacts(photo)} />
        <FileDetails key={photo.id} id={photo.id} />
      </div>
    </section>
  );
}

const line = () => <Skeleton className={css.line} />;

/** Further metadata of the file. */
function FileDetails({ id }: { id: number }) {
  const { data, isError, isFetching, refetch } = usePhotoDetails(id);
  if (data) return <Facts rows={data.map(({ label, value }, i) => ({ key: String(i), name: label, value }))} />;
  if (isError) {
    return (
      <ErrorState
        icon={CloudOff}
        title={PHOTOS_MESSAGES['photos.detailsFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return <SkeletonList label={PHOTOS_MESSAGES['photos.loadingTheDetails']} count={6} row={line} />;
}
