import { fileSizeText, numberText, withUnit } from '@overlook/shared/format';
import type { InstanceStatus } from '@overlook/shared/schemas';
import { INSTANCE_MESSAGES } from '@overlook/shared/messages';
import { useInstanceInfo } from '../../../api/catalogue.ts';
import { DateWords } from '../../../ui/date-words.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { databaseHealth, serverHealth, ssoHealth, storageHealth } from './health.ts';
import { StatusCard } from './status-card.tsx';

/** What runs: the product, the process, and the settings that are visible to all people. */
export function ServerCard({ server }: { server: InstanceStatus['server'] }) {
  const instance = useInstanceInfo();
  return (
    <StatusCard title={INSTANCE_MESSAGES['instance.server']} health={serverHealth(instance?.demoAccounts ?? false)}>
      <Facts
        rows={[
          {
            name: INSTANCE_MESSAGES['instance.product'],
            value: `${instance?.productName ?? ''} ${server.version}`.trim(),
          },
          { name: INSTANCE_MESSAGES['instance.nodeJs'], value: `${server.nodeVersion}, ${server.platform}` },
          { name: INSTANCE_MESSAGES['instance.started'], value: <DateWords iso={server.startedAt} /> },
          { name: INSTANCE_MESSAGES['instance.memory'], value: fileSizeText(server.memoryBytes) },
          {
            name: INSTANCE_MESSAGES['instance.processes'],
            value: server.processes === null ? INSTANCE_MESSAGES['instance.oneOrMore'] : String(server.processes),
          },
          {
            name: INSTANCE_MESSAGES['instance.baseMap'],
            value: instance?.basemapStyleUrl
              ? INSTANCE_MESSAGES['instance.itsOwn']
              : INSTANCE_MESSAGES['instance.builtIn'],
          },
          { name: INSTANCE_MESSAGES['instance.features'], value: instance?.features.join(', ') },
        ]}
      />
    </StatusCard>
  );
}

const DATABASES = {
  pglite: INSTANCE_MESSAGES['instance.embeddedPostgresqlPglite'],
  postgres: INSTANCE_MESSAGES['instance.postgresqlServer'],
} as const;

export function DatabaseCard({ database }: { database: InstanceStatus['database'] }) {
  return (
    <StatusCard title={INSTANCE_MESSAGES['instance.database']} health={databaseHealth(database)}>
      {database.isKnown && (
        <Facts
          rows={[
            { name: INSTANCE_MESSAGES['instance.kind'], value: DATABASES[database.kind] },
            { name: INSTANCE_MESSAGES['instance.version'], value: database.version },
            { name: INSTANCE_MESSAGES['instance.place'], value: database.place },
            { name: INSTANCE_MESSAGES['instance.size'], value: fileSizeText(database.sizeBytes) },
            { name: INSTANCE_MESSAGES['instance.answersIn'], value: withUnit(numberText(database.latencyMs, 1), 'ms') },
          ]}
        />
      )}
    </StatusCard>
  );
}

const COUNTING = INSTANCE_MESSAGES['instance.beingCounted'];

/** Room and use of the disk. */
export function StorageCard({ storage }: { storage: InstanceStatus['storage'] }) {
  return (
    <StatusCard title={INSTANCE_MESSAGES['instance.storage']} health={storageHealth(storage)}>
      {storage.isKnown && (
        <Facts
          rows={[
            { name: INSTANCE_MESSAGES['instance.folder'], value: storage.folder },
            {
              name: INSTANCE_MESSAGES['instance.free'],
              value: `${fileSizeText(storage.freeBytes)} of ${fileSizeText(storage.diskBytes)}`,
            },
            {
              name: INSTANCE_MESSAGES['instance.files'],
              value: storage.used
                ? `${fileSizeText(storage.used.bytes)} in ${numberText(storage.used.files, 0)} files`
                : COUNTING,
            },
          ]}
        />
      )}
    </StatusCard>
  );
}

export function SsoCard({ sso }: { sso: InstanceStatus['sso'] }) {
  const { issuer, isEnabled, provider } = sso;
  return (
    <StatusCard title={INSTANCE_MESSAGES['instance.singleSignOn']} health={ssoHealth(sso)}>
      {issuer !== null && (
        <Facts
          rows={[
            { name: INSTANCE_MESSAGES['instance.issuer'], value: issuer },
            {
              name: INSTANCE_MESSAGES['instance.switchedOn'],
              value: isEnabled ? INSTANCE_MESSAGES['instance.yes'] : INSTANCE_MESSAGES['instance.no'],
            },
            ...(provider
              ? [
                  {
                    name: INSTANCE_MESSAGES['instance.provider'],
                    value: provider.isReachable
                      ? INSTANCE_MESSAGES['instance.answers']
                      : INSTANCE_MESSAGES['instance.doesNotAnswer'],
                  },
                  { name: INSTANCE_MESSAGES['instance.asked'], value: <DateWords iso={provider.checkedAt} /> },
                ]
              : []),
          ]}
        />
      )}
    </StatusCard>
  );
}
