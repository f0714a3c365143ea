import { Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { SETTINGS_MESSAGES, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { leave } from '../../../../state/leaving.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { PageSection } from '../../../../ui/page/page.tsx';
import { UploadList } from './list/upload-list.tsx';
import { useUploads } from './list/use-uploads.ts';
import css from './list/list.module.css';

/** On the page of a site: the button that adds data, and the deliveries. */
export function SiteUploads({ site }: { site: Pick<ManagedSite, 'id' | 'archivedAt'> }) {
  const [, navigate] = useLocation();
  const { query, listed } = useUploads(site.id);
  const open = () => leave(() => navigate(`/settings/sites/${site.id}/upload`));
  return (
    <PageSection title={UPLOAD_PAGE_MESSAGES['uploadPage.uploads']} hint={UPLOAD_PAGE_MESSAGES['uploadPage.noneHint']}>
      <div className={css.site}>
        <Button
          icon={Plus}
          className={css.add}
          disabledReason={site.archivedAt === null ? null : UPLOAD_PAGE_MESSAGES['uploadPage.siteArchived']}
          onClick={open}
        >
          {SETTINGS_MESSAGES['settings.addData']}
        </Button>
        <UploadList query={query} listed={listed} isAbsentWhenEmpty onChooseAgain={open} />
      </div>
    </PageSection>
  );
}
