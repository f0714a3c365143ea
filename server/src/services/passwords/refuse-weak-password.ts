import { PASSWORD_SHORTEST } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import { invalid } from '../../errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isContextWord } from './context-words.ts';

async function weaknessOf(password: string, email: string): Promise<string | null> {
  if ([...password].length < PASSWORD_SHORTEST) return MESSAGES['user.passwordShort'];
  if (password.trim().toLowerCase() === email.toLowerCase()) return MESSAGES['account.passwordIsEmail'];
  if (isContextWord(password, email)) return MESSAGES['account.passwordObvious'];
  if (await isCommonPassword(password)) return MESSAGES['account.passwordCommon'];
  return null;
}

/**
 * Throws 400 on `field` when a new password is too short, one of the most common, the owner's e-mail address, or nothing but
 * a part of it or the product's name (specification §5, decisions §3, docs/security.md).
 */
export async function refuseWeakPassword(password: string, email: string, field: string): Promise<void> {
  const sentence = await weaknessOf(password, email);
  if (sentence !== null) throw invalid(sentence, { [field]: sentence });
}
