import { describe, expect, it } from 'vitest';
import { CHECKS } from '@overlook/shared/messages';
import type { CheckFinding } from '@overlook/shared/schemas';
import { StoreFailedError } from '../../../errors/store-failed.ts';
import { BytesChangedError, RangeIgnoredError } from '../../../storage/objects/open-objects.ts';
import type { SeenRequest } from '../../../services/health/seen-requests.ts';
import { type AddressFacts, addressFindings, type ThroughFacts } from './address-checks.ts';
import type { BackupHealth } from '../../../backup/backup-health.ts';
import { backupFindings } from './backup-checks.ts';
import { type DatabaseFacts, databaseFindings } from './database-checks.ts';
import { jobsFindings } from './jobs-checks.ts';
import { type DiskFacts, diskFindings, type MemoryFacts, memoryFindings } from './machine-checks.ts';
import { identityFindings, mailFindings } from './service-checks.ts';
import { type SettingsFacts, settingsFindings } from './settings-checks.ts';
import { keptFindings, storeFindings } from './storage-checks.ts';

const EVERY_WEEK = { everyMs: 7 * 24 * 3_600_000, scratch: '/scratch' };
const PUBLIC_URL = 'https://overlook.example.com';
const SMTP_URL = 'smtp://overlook:hidden@mail.example.com:587';

const ENV = {
  publicUrl: PUBLIC_URL,
  host: '0.0.0.0',
  demo: false,
  databaseUrl: 'postgres://a:hidden@db/overlook',
  smtpUrl: SMTP_URL,
  embedOrigins: ['https://portal.example.com'],
  trustProxy: ['10.0.0.2'],
};
type Changed = Partial<Omit<typeof ENV, 'databaseUrl' | 'smtpUrl'>> & {
  databaseUrl?: string | null;
  smtpUrl?: string | null;
};
const settings = (env: Changed = {}, facts: Partial<SettingsFacts> = {}) =>
  settingsFindings({
    env: { ...ENV, ...env },
    nodeVersion: 'v24.21.0',
    grantedOrigins: ['https://portal.example.com'],
    ...facts,
  });

const LINE = { name: 'overlook', startedAt: '2026-11-01 08:00:00+00', backendIds: [7, 7, 7, 7], hearsNotices: true };
const DATABASE: DatabaseFacts = {
  version: '17.2 (Debian 17.2-1)',
  latencyMs: 2,
  clockAheadMs: -40,
  isReadOnly: false,
  connections: { used: 30, most: 100 },
  lagSeconds: 0.2,
  machines: 3,
  pool: LINE,
  direct: null,
};
const database = (facts: Partial<DatabaseFacts> = {}, hasKey = true) =>
  databaseFindings({ ...DATABASE, ...facts }, hasKey);
const POOL = { ...LINE, backendIds: [7, 9, 7, 9], hearsNotices: false };

const DISK = { folder: '/data', freeBytes: 400e9, bytes: 1000e9, freeInodes: 60e6, inodes: 65e6 };
const disk = (facts: Partial<DiskFacts> = {}) => diskFindings({ ...DISK, ...facts });
const MEMORY = { machineBytes: 64e9, limitBytes: 8e9, convertMemoryMb: 4096 };
const memory = (facts: Partial<MemoryFacts> = {}) => memoryFindings({ ...MEMORY, ...facts });

const DRILL = {
  finishedAt: '2026-11-29T08:00:00Z',
  backupAt: '2026-11-29T06:00:00Z',
  isPassed: true,
  layers: 2,
  pictures: 3,
  faults: [],
};
const BACKUP = {
  at: DRILL.backupAt,
  finishedAt: DRILL.backupAt,
  to: '/backup',
  rows: 1,
  files: 1,
  bytes: 1,
  newBytes: 1,
};
const backups = (facts: Partial<BackupHealth> = {}, drills: { everyMs: number; scratch: string } | null = EVERY_WEEK) =>
  backupFindings(
    { backup: BACKUP, drill: DRILL, passedDrill: DRILL, isBackupLate: false, isDrillLate: false, ...facts },
    { backups: { to: '/backup', everyMs: 1, keep: 7, keyFile: null, drills } },
  );

const SEEN: SeenRequest = {
  socketAddress: '10.0.0.2',
  address: '203.0.113.7',
  isForwarded: true,
  hasForwardedFor: true,
  host: 'overlook.example.com',
  forwardedHost: null,
  forwardedProtocol: 'https',
};
const THROUGH: ThroughFacts = {
  seen: SEEN,
  upload: 'answered',
  policy: "default-src 'self'",
  frameOptions: null,
  isCompressed: true,
  hasRanges: true,
  isMetricsOpen: false,
};
const address = (facts: Partial<ThroughFacts> = {}, env: Partial<typeof ENV> = {}) =>
  addressFindings({ leads: 'here', ...THROUGH, ...facts }, { ...ENV, ...env });
const seen = (changes: Partial<SeenRequest>, env: Partial<typeof ENV> = {}) =>
  address({ seen: { ...SEEN, ...changes } }, env);
const away = (leads: Exclude<AddressFacts['leads'], 'here'>) => addressFindings({ leads, reason: 'ETIMEDOUT' }, ENV);

const NO_JOBS = { due: [], stale: [], failed: [] };

describe('a healthy installation', () => {
  it('has no finding', () => {
    const found = [
      settings(),
      database(),
      database({ pool: POOL, direct: LINE }),
      database({ pool: null, lagSeconds: null, machines: 1, connections: { used: 0, most: 100 } }, false),
      disk(),
      disk({ freeInodes: 0, inodes: 0 }),
      memory(),
      memory({ limitBytes: null }),
      memory({ limitBytes: 2 ** 63 }),
      address(),
      address({ seen: null, isCompressed: null, hasRanges: null }),
      address({ frameOptions: 'SAMEORIGIN' }, { embedOrigins: [] }),
      address({ isMetricsOpen: true, seen: null }, { publicUrl: 'http://localhost:4500' }),
      storeFindings(null, '/data/files'),
      keptFindings({ lost: [], orphans: [] }),
      mailFindings(SMTP_URL, null),
      identityFindings('https://id.example.com', { isReachable: true, reason: null }),
      jobsFindings(NO_JOBS),
      backups(),
    ];
    expect(found.flat()).toEqual([]);
  });

  it('on a developer’s machine has none either', () => {
    const publicUrl = 'http://localhost:4500';
    const here = { publicUrl, host: '127.0.0.1', demo: true, databaseUrl: null, smtpUrl: null, embedOrigins: [] };
    expect(settings(here, { grantedOrigins: [] })).toEqual([]);
    const direct = {
      socketAddress: '127.0.0.1',
      address: '127.0.0.1',
      host: 'localhost:4500',
      forwardedProtocol: null,
    };
    const plain = { ...direct, isForwarded: false, hasForwardedFor: false };
    const env = { ...ENV, publicUrl, trustProxy: [] };
    expect(addressFindings({ leads: 'here', ...THROUGH, seen: { ...SEEN, ...plain } }, env)).toEqual([]);
  });
});

const HTTP = 'http://overlook.example.com';
const refused = new StoreFailedError('The bucket overlook refuses: AccessDenied');

/** Each fault, and the one finding that it makes. */
const FAULTS: readonly [code: string, level: CheckFinding['level'], found: CheckFinding[]][] = [
  ['node.old', 'advice', settings({}, { nodeVersion: 'v22.12.0' })],
  [
    'address.local',
    'warning',
    settings({ publicUrl: 'http://localhost:4500', embedOrigins: [] }, { grantedOrigins: [] }),
  ],
  ['address.plain', 'failure', settings({ publicUrl: HTTP, embedOrigins: [] }, { grantedOrigins: [] })],
  ['demo.accounts', 'failure', settings({ demo: true })],
  ['database.embedded', 'warning', settings({ databaseUrl: null })],
  ['mail.outbox', 'warning', settings({ smtpUrl: null })],
  ['embed.mixed', 'failure', settings({ publicUrl: 'http://localhost:1', host: '::1' })],
  ['embed.plain', 'warning', settings({ embedOrigins: ['https://portal.example.com', 'http://old.example.com'] })],
  ['embed.origin', 'warning', settings({}, { grantedOrigins: ['https://other.example.com'] })],
  ['database.old', 'warning', database({ version: '14.20' })],
  ['database.readOnly', 'failure', database({ isReadOnly: true })],
  ['database.pooled', 'failure', database({ pool: POOL })],
  ['database.pooled', 'failure', database({ pool: { ...LINE, hearsNotices: false } })],
  ['database.pooled', 'failure', database({ pool: { ...LINE, backendIds: [7, 8, 7, 7] } })],
  ['database.directPooled', 'failure', database({ pool: POOL, direct: POOL })],
  ['database.directOther', 'failure', database({ pool: POOL, direct: { ...LINE, name: 'test' } })],
  ['database.directOther', 'failure', database({ pool: POOL, direct: { ...LINE, startedAt: '2026-10-01' } })],
  ['database.replicationLag', 'warning', database({ lagSeconds: 300 })],
  ['database.slow', 'warning', database({ latencyMs: 900 })],
  ['database.connections', 'warning', database({ connections: { used: 95, most: 100 } })],
  ['clock.apart', 'failure', database({ clockAheadMs: 300_000 })],
  ['clock.apart', 'failure', database({ clockAheadMs: -300_000 })],
  ['secretKey.missing', 'failure', database({}, false)],
  ['disk.full', 'failure', disk({ freeBytes: 50e6 })],
  ['disk.low', 'warning', disk({ freeBytes: 20e9 })],
  ['disk.inodes', 'warning', disk({ freeInodes: 500 })],
  ['memory.limit', 'warning', memory({ limitBytes: 4e9 })],
  ['memory.machine', 'warning', memory({ machineBytes: 2e9, limitBytes: null })],
  ['storage.readOnly', 'failure', storeFindings(new Error('EROFS: read-only file system'), '/data/files')],
  ['storage.refused', 'failure', storeFindings(refused, '/data/files')],
  ['storage.range', 'failure', storeFindings(new RangeIgnoredError('s3://overlook'), '/data/files')],
  ['storage.damaged', 'failure', storeFindings(new BytesChangedError('s3://overlook'), '/data/files')],
  ['storage.lost', 'failure', keptFindings({ lost: ['attachments/x', 'attachments/y'], orphans: [] })],
  ['storage.orphans', 'warning', keptFindings({ lost: [], orphans: ['exports/x.laz'] })],
  ['mail.silent', 'failure', mailFindings(SMTP_URL, new Error('connect ECONNREFUSED 10.0.0.9:587'))],
  ['mail.refused', 'failure', mailFindings(SMTP_URL, Object.assign(new Error('535 5.7.8'), { code: 'EAUTH' }))],
  ['identity.silent', 'failure', identityFindings('https://id.example.com', { isReachable: false, reason: '404' })],
  ['address.silent', 'warning', away('nowhere')],
  ['address.other', 'failure', away('elsewhere')],
  ['address.certificate', 'failure', away('unproven')],
  ['proxy.untrusted', 'failure', seen({ address: '10.0.0.2' }, { trustProxy: [] })],
  ['proxy.otherAddress', 'failure', seen({ socketAddress: '10.0.0.3', address: '10.0.0.3' })],
  ['proxy.noAddress', 'failure', seen({ address: '10.0.0.2', isForwarded: false, hasForwardedFor: false })],
  ['proxy.host', 'warning', seen({ host: '127.0.0.1:4500' })],
  ['proxy.host', 'warning', seen({ forwardedHost: 'other.example.com' })],
  ['proxy.protocol', 'warning', seen({ forwardedProtocol: 'http' })],
  ['proxy.bodySize', 'failure', address({ upload: 'refused' })],
  ['proxy.buffering', 'warning', address({ upload: 'held' })],
  ['proxy.compression', 'warning', address({ isCompressed: false })],
  ['proxy.range', 'failure', address({ hasRanges: false })],
  ['proxy.policy', 'failure', address({ policy: null })],
  ['proxy.framing', 'failure', address({ frameOptions: 'DENY' })],
  ['proxy.metrics', 'failure', address({ isMetricsOpen: true })],
  ['jobs.nobody', 'failure', jobsFindings({ ...NO_JOBS, due: [{ kind: 'mail', since: new Date() }] })],
  ['jobs.stale', 'failure', jobsFindings({ ...NO_JOBS, stale: [{ kind: 'site.import', count: 1 }] })],
  ['jobs.failed', 'warning', jobsFindings({ ...NO_JOBS, failed: [{ kind: 'mail', count: 2, message: 'refused' }] })],
  ['backup.none', 'failure', backups({ backup: null, isBackupLate: true })],
  ['backup.late', 'failure', backups({ isBackupLate: true })],
  ['drill.failed', 'failure', backups({ drill: { ...DRILL, isPassed: false } })],
  ['drill.late', 'warning', backups({ isDrillLate: true })],
  ['drill.none', 'warning', backups({ drill: null, passedDrill: null, isDrillLate: true })],
  ['drill.never', 'advice', backups({ drill: null, passedDrill: null }, null)],
];

describe('a planted fault', () => {
  it.each(FAULTS)('%s is found, and nothing else', (code, level, found) => {
    expect(found.map((finding) => [finding.code, finding.level])).toEqual([[code, level]]);
    expect(found[0]!.problem).not.toMatch(/[{}]|hidden/);
    expect(found[0]!.remedy).not.toMatch(/[{}]|hidden/);
  });

  it('is here for each finding but those of other tests', () => {
    const others = ['environment.wrong', 'check.failed', 'database.silent', 'secretKey.other'];
    const tried = new Set([...FAULTS.map(([code]) => code), ...others]);
    expect(Object.keys(CHECKS).filter((code) => !tried.has(code))).toEqual([]);
  });
});
