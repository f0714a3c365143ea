import { describe, expect, it } from 'vitest';
import type { InstanceStatus } from '@overlook/shared/schemas';
import * as health from './health.ts';

const AT = '2026-11-21T08:00:00.000Z';
const atMs = Date.parse(AT);
const failure = { reason: 'connect ECONNREFUSED 10.0.0.9:25', at: AT, nextTryAt: null };
const unknown = { isKnown: false, reason: 'no answer within 5000 ms' } as const;

const database = (told: object) =>
  ({ isKnown: true, kind: 'postgres', place: 'x', version: '16', sizeBytes: 1, latencyMs: 1, ...told }) as const;
const storage = (told: object) => ({
  isKnown: true as const,
  folder: '/f',
  isWritable: true,
  freeBytes: 50e9,
  diskBytes: 100e9,
  used: null,
  sites: [],
  isCounting: false,
  ...told,
});
const mail = (told: object) =>
  ({
    isKnown: true,
    transport: 'smtp',
    place: 'x',
    sender: 'x',
    waiting: 0,
    failed: 0,
    lastFailure: null,
    lastSentAt: null,
    ...told,
  }) as InstanceStatus['mail'];
const jobs = (told: object) => ({
  isKnown: true as const,
  kinds: [],
  oldestDueAt: null,
  lastFailure: null,
  imports: [],
  failures: [],
  ...told,
});
const backups = (told: object) => ({
  isKnown: true as const,
  to: '/backup',
  last: { finishedAt: AT, to: '/backup', bytes: 1 },
  isLate: false,
  drillEveryHours: 168,
  lastDrill: { finishedAt: AT, isPassed: true },
  lastPassedDrillAt: AT,
  isDrillLate: false,
  ...told,
});
const sso = (told: object) => ({ issuer: 'https://x.example', isEnabled: true, provider: null, ...told });

describe('how a part of the instance is', () => {
  it.each<[string, health.Health, health.Health['level'], RegExp | null]>([
    ['a product', health.serverHealth(false), 'ok', null],
    ['a demonstration', health.serverHealth(true), 'attention', /DEMO=false/],
    ['a quick database', health.databaseHealth(database({})), 'ok', null],
    ['a slow database', health.databaseHealth(database({ latencyMs: 900 })), 'attention', /slowly/],
    ['a silent database', health.databaseHealth(unknown), 'failed', /no answer within 5000 ms/],
    ['a roomy disk', health.storageHealth(storage({})), 'ok', null],
    ['a nearly full disk', health.storageHealth(storage({ freeBytes: 4e9 })), 'attention', /Little room/],
    ['a small disk', health.storageHealth(storage({ freeBytes: 1e9, diskBytes: 2e9 })), 'attention', /Little/],
    ['a full disk', health.storageHealth(storage({ freeBytes: 5e6 })), 'failed', /full/],
    ['a folder of others', health.storageHealth(storage({ isWritable: false })), 'failed', /written/],
    ['a mail server', health.mailHealth(mail({})), 'ok', null],
    ['an outbox', health.mailHealth(mail({ transport: 'outbox' })), 'attention', /SMTP_URL/],
    ['a mail on its way', health.mailHealth(mail({ waiting: 1 })), 'ok', null],
    [
      'a mail server that is down',
      health.mailHealth(mail({ waiting: 1, lastFailure: failure })),
      'attention',
      /Mails wait: connect ECONNREFUSED 10\.0\.0\.9:25\. They/,
    ],
    ['lost mails', health.mailHealth(mail({ failed: 2 })), 'failed', /^2 mails could not be sent\./],
    ['no work', health.jobsHealth(jobs({}), atMs), 'ok', null],
    ['work just due', health.jobsHealth(jobs({ oldestDueAt: AT }), atMs + 1000), 'ok', null],
    ['jobs that no worker takes', health.jobsHealth(jobs({ oldestDueAt: AT }), atMs + 200_000), 'failed', /Restart/],
    [
      'failed work',
      health.jobsHealth(
        jobs({ kinds: [{ kind: 'x', waiting: 0, running: 0, failed: 1 }], lastFailure: failure }),
        atMs,
      ),
      'attention',
      /^One job has failed: connect/,
    ],
    ['backups', health.backupsHealth(backups({})), 'ok', null],
    ['no backups', health.backupsHealth(backups({ to: null })), 'off', /BACKUP_TO/],
    ['a late backup', health.backupsHealth(backups({ isLate: true })), 'failed', /No backup was completed/],
    [
      'a failed drill',
      health.backupsHealth(backups({ lastDrill: { finishedAt: AT, isPassed: false } })),
      'failed',
      /last drill failed/,
    ],
    ['a late drill', health.backupsHealth(backups({ isDrillLate: true })), 'attention', /No drill has passed/],
    ['no provider', health.ssoHealth(sso({ issuer: null })), 'off', /OIDC_ISSUER/],
    ['a provider unused', health.ssoHealth(sso({ isEnabled: false })), 'off', /Organisation Security/],
    [
      'a provider that is down',
      health.ssoHealth(sso({ provider: { isReachable: false, reason: 'timeout', checkedAt: AT } })),
      'failed',
      /timeout/,
    ],
    ['a provider', health.ssoHealth(sso({ provider: { isReachable: true, reason: null, checkedAt: AT } })), 'ok', null],
  ])('%s', (_what, { level, advice }, expected, words) => {
    expect(level).toBe(expected);
    if (words) expect(advice).toMatch(words);
    else expect(advice).toBeNull();
  });
});
