import { BookOpen } from 'lucide-react';
import { USER_GUIDE_PATH } from '@overlook/shared/config';
import { SETTINGS_MESSAGES } from '@overlook/shared/messages';
import { classNames } from '../../../../ui/class-names.ts';
import css from '../../../../ui/button/button.module.css';

/** Opens the user guide in a new tab (specification §2), looking like a quiet button. */
export function UserGuideLink({ size, className }: { size: 'm' | 'l'; className?: string | undefined }) {
  return (
    <a
      href={USER_GUIDE_PATH}
      target="_blank"
      rel="noopener"
      className={classNames(css.button, css.ghost, css[size], className)}
    >
      <BookOpen size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      {SETTINGS_MESSAGES['settings.userGuide']}
    </a>
  );
}
