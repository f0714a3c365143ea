import { useId } from 'react';
import { fileSizeText } from '@overlook/shared/format';
import { formatMessage, INSTANCE_MESSAGES } from '@overlook/shared/messages';
import type { InstanceStatus } from '@overlook/shared/schemas';
import { Facts } from '../../../ui/facts.tsx';
import css from './instance.module.css';

/** What each site takes, archived ones included, and the rest. Nothing where the storage is not known or there is no site. */
export function SpaceCard({ storage }: { storage: InstanceStatus['storage'] }) {
  const id = useId();
  if (!storage.isKnown || storage.sites.length === 0) return null;
  const { sites, used } = storage;
  const ofSites = sites.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const sizeText = (bytes: number | null): string => {
    if (bytes === null || used === null) return INSTANCE_MESSAGES['instance.beingCounted'];
    const percent = used.bytes === 0 ? 0 : Math.round((100 * bytes) / used.bytes);
    return formatMessage(INSTANCE_MESSAGES['instance.partOfFiles'], { size: fileSizeText(bytes), percent });
  };
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h3 id={id} className={css.title}>
          {INSTANCE_MESSAGES['instance.spaceBySite']}
        </h3>
      </header>
      <p className={css.looked}>{INSTANCE_MESSAGES['instance.spaceHint']}</p>
      <Facts
        rows={[
          ...sites.map(({ id: siteId, name, isArchived, bytes }) => ({
            key: String(siteId),
            name: isArchived ? formatMessage(INSTANCE_MESSAGES['instance.archivedSite'], { name }) : name,
            value: sizeText(bytes),
          })),
          {
            key: 'rest',
            name: INSTANCE_MESSAGES['instance.everythingElse'],
            value: sizeText(used && Math.max(0, used.bytes - ofSites)),
          },
        ]}
      />
    </section>
  );
}
