import { EMAIL_LOCAL_PART_LONGEST } from '../config/limits.ts';

const FORBIDDEN = /[`#$^&*()_=[\]{};'\\|,<>?~"]/;

/**
 * The specification's own rule for an e-mail address (§5): exactly one at sign, at most 64 characters before it, and
 * none of a list of characters. The underscore is on that list: kept as specified, §5.
 */
export function isEmail(text: string): boolean {
  const parts = text.split('@');
  const [local, domain] = parts;
  if (parts.length !== 2 || !local || !domain) return false;
  return local.length <= EMAIL_LOCAL_PART_LONGEST && !FORBIDDEN.test(text) && !/\s/.test(text);
}
