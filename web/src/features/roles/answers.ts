import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import type { ExplicitPermissions } from '@overlook/shared/schemas';

/** What a role says about a token at a site (specification §4 "Permission value"). */
export type Answer = 'allow' | 'deny' | 'inherit';

export const ANSWERS: readonly Answer[] = ['allow', 'deny', 'inherit'];
export const ANSWER_WORDS: Record<Answer, string> = { allow: 'Allow', deny: 'Deny', inherit: 'Inherit' };

/** One cell of the editor; `siteId` 0 = global. */
export interface Place {
  siteId: number;
  token: string;
}

/** One difference between a saved role and a draft of it. */
export interface AnswerChange extends Place {
  from: Answer;
  to: Answer;
}

export function answerAt(permissions: ExplicitPermissions, { siteId, token }: Place): Answer {
  const allowed = permissions[siteId]?.[token];
  if (allowed === undefined) return 'inherit';
  return allowed ? 'allow' : 'deny';
}

/** The permissions with one answer for several cells. Choosing Inherit removes the entry (specification §4). */
export function withAnswer(
  permissions: ExplicitPermissions,
  places: readonly Place[],
  answer: Answer,
): ExplicitPermissions {
  const changed: ExplicitPermissions = { ...permissions };
  for (const { siteId, token } of places) {
    const { [token]: _was, ...others } = changed[siteId] ?? {};
    const row = answer === 'inherit' ? others : { ...others, [token]: answer === 'allow' };
    if (Object.keys(row).length > 0) changed[siteId] = row;
    else delete changed[siteId];
  }
  return changed;
}

const ORDER = new Map<string, number>(PERMISSION_TOKENS.map(({ token }, index) => [token, index]));

/** What saving would change, in the order of the editor. */
export function changedAnswers(before: ExplicitPermissions, after: ExplicitPermissions): AnswerChange[] {
  const places = [before, after].flatMap((permissions) =>
    Object.entries(permissions).flatMap(([siteId, row]) => Object.keys(row).map((token) => `${siteId} ${token}`)),
  );
  return [...new Set(places)]
    .map((place) => {
      const [siteId, token] = place.split(' ');
      return { siteId: Number(siteId), token: token! };
    })
    .map((place) => ({ ...place, from: answerAt(before, place), to: answerAt(after, place) }))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => (ORDER.get(a.token) ?? 0) - (ORDER.get(b.token) ?? 0) || a.siteId - b.siteId);
}
