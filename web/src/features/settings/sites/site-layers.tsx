import { modelType } from '@overlook/shared/config';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, MANAGE_SITES_MESSAGES } from '@overlook/shared/messages';
import type { ManagedSite } from '@overlook/shared/schemas';
import { DateWords } from '../../../ui/date-words.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PageSection } from '../../../ui/page/page.tsx';

/** What the site has, and since when. */
export function SiteLayers({ site }: { site: ManagedSite }) {
  const { layers, photos, bytes } = site;
  return (
    <PageSection
      title={MANAGE_SITES_MESSAGES['manageSites.layers']}
      hint={MANAGE_SITES_MESSAGES['manageSites.layersHint']}
    >
      <Facts
        rows={[
          ...layers.map(({ modeltypeId, publishedAt }) => ({
            name: modelType(modeltypeId).label,
            value: <DateWords iso={publishedAt} never={MANAGE_SITES_MESSAGES['manageSites.published']} />,
          })),
          ...(photos > 0
            ? [
                {
                  name: MANAGE_SITES_MESSAGES['manageSites.photosName'],
                  value: formatMessage(MANAGE_SITES_MESSAGES['manageSites.photos'], { count: photos }),
                },
              ]
            : []),
          {
            name: MANAGE_SITES_MESSAGES['manageSites.size'],
            value: bytes === null ? MANAGE_SITES_MESSAGES['manageSites.counting'] : fileSizeText(bytes),
          },
        ]}
      />
    </PageSection>
  );
}
