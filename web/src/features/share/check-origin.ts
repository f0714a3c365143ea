import { ORIGIN } from '@overlook/shared/config';
import { SHARE_MESSAGES, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';

/** Origins that were typed or pasted, separated by spaces, commas or semicolons. */
export const splitOrigins = (typed: string): string[] => typed.split(/[\s,;]+/).filter((piece) => piece !== '');

/** On these hosts a page may be shown without https, because its requests do not leave the machine. */
const isLocal = (origin: string): boolean => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(origin);

/**
 * Why a text is not an allowed origin; null where it is one. The server refuses those that the operator has not named.
 */
export function originProblem(text: string): string | null {
  if (!ORIGIN.test(text)) return VIEW_GRANTS_MESSAGES['grant.originForm'];
  return text.startsWith('https://') || isLocal(text) ? null : SHARE_MESSAGES['share.needsHttps'];
}
