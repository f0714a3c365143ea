import { fileSizeText, numberText, withUnit } from '@overlook/shared/format';
import type { InstanceStatus } from '@overlook/shared/schemas';
import { useInstanceInfo } from '../../../api/catalogue.ts';
import { DateWords } from '../../../ui/date-words.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { databaseHealth, serverHealth, ssoHealth, storageHealth } from './health.ts';
import { StatusCard } from './status-card.tsx';

/** What runs: the product, the process, and the settings that are visible to all people. */
export function ServerCard({ server }: { server: InstanceStatus['server'] }) {
  const instance = useInstanceInfo();
  return (
    <StatusCard title="Server" health={serverHealth(instance?.demoAccounts ?? false)}>
      <Facts
        rows={[
          { name: 'Product', value: `${instance?.productName ?? ''} ${server.version}`.trim() },
          { name: 'Node.js', value: `${server.nodeVersion}, ${server.platform}` },
          { name: 'Started', value: <DateWords iso={server.startedAt} /> },
          { name: 'Memory', value: fileSizeText(server.memoryBytes) },
          { name: 'Processes', value: server.processes === null ? 'One or more' : String(server.processes) },
          { name: 'Base map', value: instance?.basemapStyleUrl ? 'Its own' : 'Built in' },
          { name: 'Features', value: instance?.features.join(', ') },
        ]}
      />
    </StatusCard>
  );
}

const DATABASES = { pglite: 'Embedded PostgreSQL (PGlite)', postgres: 'PostgreSQL server' } as const;

export function DatabaseCard({ database }: { database: InstanceStatus['database'] }) {
  return (
    <StatusCard title="Database" health={databaseHealth(database)}>
      {database.isKnown && (
        <Facts
          rows={[
            { name: 'Kind', value: DATABASES[database.kind] },
            { name: 'Version', value: database.version },
            { name: 'Place', value: database.place },
            { name: 'Size', value: fileSizeText(database.sizeBytes) },
            { name: 'Answers in', value: withUnit(numberText(database.latencyMs, 1), 'ms') },
          ]}
        />
      )}
    </StatusCard>
  );
}

const COUNTING = 'Being counted';
const sizeText = (sizeBytes: number | null): string => (sizeBytes === null ? COUNTING : fileSizeText(sizeBytes));

/** Room and use of the disk, and what each site takes. */
export function StorageCard({ storage }: { storage: InstanceStatus['storage'] }) {
  return (
    <StatusCard title="Storage" health={storageHealth(storage)}>
      {storage.isKnown && (
        <Facts
          rows={[
            { name: 'Folder', value: storage.folder },
            {
              name: 'Free',
              value: `${fileSizeText(storage.freeBytes)} of ${fileSizeText(storage.diskBytes)}`,
            },
            {
              name: 'Files',
              value: storage.used
                ? `${fileSizeText(storage.used.bytes)} in ${numberText(storage.used.files, 0)} files`
                : COUNTING,
            },
            ...storage.sites.map(({ name, bytes }) => ({ name: `Site ${name}`, value: sizeText(bytes) })),
          ]}
        />
      )}
    </StatusCard>
  );
}

export function SsoCard({ sso }: { sso: InstanceStatus['sso'] }) {
  const { issuer, isEnabled, provider } = sso;
  return (
    <StatusCard title="Single Sign On" health={ssoHealth(sso)}>
      {issuer !== null && (
        <Facts
          rows={[
            { name: 'Issuer', value: issuer },
            { name: 'Switched on', value: isEnabled ? 'Yes' : 'No' },
            ...(provider
              ? [
                  { name: 'Provider', value: provider.isReachable ? 'Answers' : 'Does not answer' },
                  { name: 'Asked', value: <DateWords iso={provider.checkedAt} /> },
                ]
              : []),
          ]}
        />
      )}
    </StatusCard>
  );
}
