import { GLOBAL_SITE_ID } from '@overlook/shared/permissions';
import type { ExplicitPermissions } from '@overlook/shared/schemas';
import { ANSWER_WORDS, answerAt, type Place } from './answers.ts';

/**
 * What Inherit comes to for a cell, and from where (decisions §4), as far as this role can tell: what other roles say of
 * a person is told by "Explain access".
 */
export function inheritText(draft: ExplicitPermissions, { siteId, token }: Place): string {
  const answer = answerAt(draft, { siteId: GLOBAL_SITE_ID, token });
  if (siteId === GLOBAL_SITE_ID) return 'Inherit: this role says nothing globally. Allowed only where a role says so.';
  if (answer === 'inherit') return 'Inherit: this role says nothing here. Allowed only if another role says so.';
  return `Inherit: ${ANSWER_WORDS[answer]}, from this role’s Global answer, unless another role answers for the site.`;
}
