import { RotateCw, TriangleAlert } from 'lucide-react';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../../ui/button/button.tsx';
import css from './broken-photo.module.css';

/**
 * Shown in place of a photo that could not be loaded. It is not inside the element for the gestures of a photo, which
 * captures the pointer, so that the button would get no click there.
 */
export const BrokenPhoto = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div role="alert" className={css.broken}>
    <TriangleAlert size={24} strokeWidth={1.75} aria-hidden />
    <p>{PHOTOS_MESSAGES['photos.broken']}</p>
    <Button icon={RotateCw} onClick={onRetry}>
      {PHOTOS_MESSAGES['photos.retry']}
    </Button>
  </div>
);
