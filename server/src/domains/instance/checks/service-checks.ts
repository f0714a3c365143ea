import type { CheckFinding } from '@overlook/shared/schemas';
import type { ProviderCheck } from '../../../services/health/health-probes.ts';
import { plainReason } from '../../../services/health/plain-reason.ts';
import { failure, when } from './finding.ts';

/** What the mail server's answer tells; `error` is what connecting and signing in threw, null where it works. */
export function mailFindings(smtpUrl: string, error: unknown): CheckFinding[] {
  if (error === null) return [];
  const place = new URL(smtpUrl).host;
  if ((error as { code?: string }).code === 'EAUTH') return [failure('mail.refused', { place })];
  return [failure('mail.silent', { place, reason: plainReason(error).replace(/\.$/, '') })];
}

/** What asking the identity provider tells. */
export function identityFindings(issuer: string, check: Pick<ProviderCheck, 'isReachable' | 'reason'>): CheckFinding[] {
  const { origin, pathname } = new URL(issuer);
  const reason = (check.reason ?? '').replace(/\.$/, '');
  return when(!check.isReachable, () => failure('identity.silent', { issuer: origin + pathname, reason }));
}
