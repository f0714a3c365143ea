import { PASSWORD_SHORTEST, COMMON_PASSWORDS, PRODUCT_NAME } from '@overlook/shared/config';
import { ADMIN_MESSAGES, ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { invalid } from '../../../errors/app-error.ts';

let list: Promise<ReadonlySet<string>> | null = null;

/** The list is ranked by how often a password was found in published leaks, in lower case. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'] as readonly string[];
  return new Set(ranked.filter((password) => password.length >= PASSWORD_SHORTEST).slice(0, COMMON_PASSWORDS));
}

/** Whether it is one of the most common passwords of sufficient length, ignoring case. */
async function isCommonPassword(password: string): Promise<boolean> {
  return (await (list ??= load())).has(password.toLowerCase());
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Words that an attacker tries first: the product's name and the parts of the owner's address. */
function contextWords(email: string): string[] {
  const [local = '', domain = ''] = email.split('@');
  return [PRODUCT_NAME, local, domain, ...local.split(/[^\p{L}]+/u), ...domain.split('.')];
}

/** Whether a password is only such a word, ignoring case, with any digits and signs around it. */
function isContextWord(password: string, email: string): boolean {
  const letters = lettersOf(password);
  return letters !== '' && contextWords(email).some((word) => lettersOf(word) === letters);
}

async function weaknessOf(password: string, email: string): Promise<string | null> {
  if ([...password].length < PASSWORD_SHORTEST) return ADMIN_MESSAGES['user.passwordShort'];
  if (password.trim().toLowerCase() === email.toLowerCase()) return ACCOUNT_MESSAGES['account.passwordIsEmail'];
  if (isContextWord(password, email)) return ACCOUNT_MESSAGES['account.passwordObvious'];
  if (await isCommonPassword(password)) return ACCOUNT_MESSAGES['account.passwordCommon'];
  return null;
}

/**
 * Throws 400 on `field` when a new password is too short, one of the most common, the owner's e-mail address, or nothing but
 * a part of it or the product's name (specification §5, docs/security.md).
 */
export async function assertStrongPassword(password: string, email: string, field: string): Promise<void> {
  const sentence = await weaknessOf(password, email);
  if (sentence !== null) throw invalid(sentence, { [field]: sentence });
}
