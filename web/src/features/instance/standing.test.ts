import { describe, expect, it } from 'vitest';
import type { InstanceStatus } from '@overlook/shared/schemas';
import * as standing from './standing.ts';

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
  ...told,
});
const sso = (told: object) => ({ issuer: 'https://x.example', isEnabled: true, provider: null, ...told });

describe('how a part of the instance is', () => {
  it.each<[string, standing.Standing, standing.Standing['level'], RegExp | null]>([
    ['a product', standing.serverStanding(false), 'ok', null],
    ['a demonstration', standing.serverStanding(true), 'attention', /DEMO=false/],
    ['a quick database', standing.databaseStanding(database({})), 'ok', null],
    ['a slow database', standing.databaseStanding(database({ latencyMs: 900 })), 'attention', /slowly/],
    ['a silent database', standing.databaseStanding(unknown), 'failed', /no answer within 5000 ms/],
    ['a roomy disk', standing.storageStanding(storage({})), 'ok', null],
    ['a nearly full disk', standing.storageStanding(storage({ freeBytes: 4e9 })), 'attention', /Little room/],
    ['a small disk', standing.storageStanding(storage({ freeBytes: 1e9, diskBytes: 2e9 })), 'attention', /Little/],
    ['a full disk', standing.storageStanding(storage({ freeBytes: 5e6 })), 'failed', /full/],
    ['a folder of others', standing.storageStanding(storage({ isWritable: false })), 'failed', /written/],
    ['a mail server', standing.mailStanding(mail({})), 'ok', null],
    ['an outbox', standing.mailStanding(mail({ transport: 'outbox' })), 'attention', /SMTP_URL/],
    ['a mail on its way', standing.mailStanding(mail({ waiting: 1 })), 'ok', null],
    [
      'a mail server that is down',
      standing.mailStanding(mail({ waiting: 1, lastFailure: failure })),
      'attention',
      /Mails wait: connect ECONNREFUSED 10\.0\.0\.9:25\. They/,
    ],
    ['lost mails', standing.mailStanding(mail({ failed: 2 })), 'failed', /^2 mails could not be sent\./],
    ['no work', standing.jobsStanding(jobs({}), atMs), 'ok', null],
    ['work just due', standing.jobsStanding(jobs({ oldestDueAt: AT }), atMs + 1000), 'ok', null],
    ['work that nobody takes', standing.jobsStanding(jobs({ oldestDueAt: AT }), atMs + 200_000), 'failed', /Restart/],
    [
      'failed work',
      standing.jobsStanding(
        jobs({ kinds: [{ kind: 'x', waiting: 0, running: 0, failed: 1 }], lastFailure: failure }),
        atMs,
      ),
      'attention',
      /^One job has failed: connect/,
    ],
    ['no provider', standing.ssoStanding(sso({ issuer: null })), 'off', /OIDC_ISSUER/],
    ['a provider unused', standing.ssoStanding(sso({ isEnabled: false })), 'off', /Organisation Security/],
    [
      'a provider that is down',
      standing.ssoStanding(sso({ provider: { isReachable: false, reason: 'timeout', checkedAt: AT } })),
      'failed',
      /timeout/,
    ],
    [
      'a provider',
      standing.ssoStanding(sso({ provider: { isReachable: true, reason: null, checkedAt: AT } })),
      'ok',
      null,
    ],
  ])('%s', (_what, { level, advice }, expected, words) => {
    expect(level).toBe(expected);
    if (words) expect(advice).toMatch(words);
    else expect(advice).toBeNull();
  });
});
