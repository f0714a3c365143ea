import {
  DATABASE_SLOW_MS,
  DISK_FULL_BYTES,
  DISK_LOW_BYTES,
  DISK_LOW_PART,
  JOBS_STUCK_MS,
} from '@overlook/shared/config';
import {
  INSTANCE_MESSAGES,
  jobsFailedText,
  mailsDelayedText,
  mailsFailedText,
  partUnknownText,
  ssoUnreachableText,
} from '@overlook/shared/messages';
import type { Checks, InstanceStatus } from '@overlook/shared/schemas';

/** The state of a part of the instance, and a remedy where one is needed. */
export interface Health {
  level: 'ok' | 'attention' | 'failed' | 'off' | 'looking';
  advice: string | null;
}

const OK: Health = { level: 'ok', advice: null };
const attention = (advice: string): Health => ({ level: 'attention', advice });
const failed = (advice: string): Health => ({ level: 'failed', advice });
const off = (advice: string): Health => ({ level: 'off', advice });

export const serverHealth = (hasDemoAccounts: boolean): Health =>
  hasDemoAccounts ? attention(INSTANCE_MESSAGES['instance.demo']) : OK;

export function databaseHealth(database: InstanceStatus['database']): Health {
  if (!database.isKnown) return failed(partUnknownText(database.reason));
  return database.latencyMs > DATABASE_SLOW_MS ? attention(INSTANCE_MESSAGES['instance.databaseSlow']) : OK;
}

export function storageHealth(storage: InstanceStatus['storage']): Health {
  if (!storage.isKnown) return failed(partUnknownText(storage.reason));
  const { isWritable, freeBytes, diskBytes } = storage;
  if (!isWritable) return failed(INSTANCE_MESSAGES['instance.folderReadOnly']);
  if (freeBytes < DISK_FULL_BYTES) return failed(INSTANCE_MESSAGES['instance.diskFull']);
  const isLow = freeBytes < DISK_LOW_BYTES || freeBytes < DISK_LOW_PART * diskBytes;
  return isLow ? attention(INSTANCE_MESSAGES['instance.diskLow']) : OK;
}

export function mailHealth(mail: InstanceStatus['mail']): Health {
  if (!mail.isKnown) return failed(partUnknownText(mail.reason));
  const { transport, waiting, failed: lost, lastFailure } = mail;
  if (lost > 0) return failed(mailsFailedText(lost, lastFailure?.reason ?? null));
  if (waiting > 0 && lastFailure) return attention(mailsDelayedText(lastFailure.reason));
  return transport === 'outbox' ? attention(INSTANCE_MESSAGES['instance.outbox']) : OK;
}

/** Jobs of every kind that have failed. */
export const failedJobs = (kinds: readonly { failed: number }[]): number =>
  kinds.reduce((sum, kind) => sum + kind.failed, 0);

export function jobsHealth(jobs: InstanceStatus['jobs'], atMs: number): Health {
  if (!jobs.isKnown) return failed(partUnknownText(jobs.reason));
  const { kinds, oldestDueAt, lastFailure } = jobs;
  if (oldestDueAt !== null && atMs - Date.parse(oldestDueAt) > JOBS_STUCK_MS)
    return failed(INSTANCE_MESSAGES['instance.jobsStuck']);
  const lost = failedJobs(kinds);
  return lost > 0 ? attention(jobsFailedText(lost, lastFailure?.reason ?? null)) : OK;
}

export function backupsHealth(backups: InstanceStatus['backups']): Health {
  if (!backups.isKnown) return failed(partUnknownText(backups.reason));
  if (backups.isLate) return failed(INSTANCE_MESSAGES['instance.backupLate']);
  if (backups.lastDrill && !backups.lastDrill.isPassed) return failed(INSTANCE_MESSAGES['instance.drillFailed']);
  if (backups.isDrillLate) return attention(INSTANCE_MESSAGES['instance.drillLate']);
  return backups.to === null ? off(INSTANCE_MESSAGES['instance.backupsNone']) : OK;
}

export function ssoHealth({ issuer, isEnabled, provider }: InstanceStatus['sso']): Health {
  if (issuer === null) return off(INSTANCE_MESSAGES['instance.ssoNone']);
  if (!isEnabled) return off(INSTANCE_MESSAGES['instance.ssoOff']);
  return provider && !provider.isReachable ? failed(ssoUnreachableText(provider.reason ?? '')) : OK;
}

/** The server looks now; what it found before is shown until then. */
export const LOOKING: Health = { level: 'looking', advice: null };

/** `checks` is null where the server could not look. */
export function checksHealth(checks: Checks | null): Health {
  if (checks === null) return failed(INSTANCE_MESSAGES['instance.checksFailed']);
  const has = (level: Checks['findings'][number]['level']) =>
    checks.findings.some((finding) => finding.level === level);
  if (has('failure')) return { level: 'failed', advice: null };
  return has('warning') ? { level: 'attention', advice: null } : OK;
}

/** Whether something is running that will soon look different. */
export function isUnderWay({ storage, jobs }: InstanceStatus): boolean {
  const isCounting = storage.isKnown && storage.isCounting;
  return isCounting || (jobs.isKnown && (jobs.oldestDueAt !== null || jobs.kinds.some(({ running }) => running > 0)));
}
