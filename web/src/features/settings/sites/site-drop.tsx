import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { leave } from '../../../state/leaving.ts';
import { keepDrop } from './upload/plan/pending-drop.ts';
import { useDropped } from './upload/plan/use-dropped.ts';
import css from './site-form.module.css';

/** Takes files that are dropped anywhere on the page of a site, and opens the page that plans them. */
export function SiteDrop({ site, children }: { site: Pick<ManagedSite, 'id'>; children: ReactNode }) {
  const [, navigate] = useLocation();
  const { isOver, handlers } = useDropped((added) =>
    leave(() => {
      keepDrop(site.id, added);
      navigate(`/settings/sites/${site.id}/upload`);
    }),
  );
  return (
    <div className={css.drop} data-over={isOver} {...handlers}>
      {children}
      {isOver && (
        <p className={css.dropWords} role="status">
          {UPLOAD_PAGE_MESSAGES['uploadPage.dropNow']}
        </p>
      )}
    </div>
  );
}
