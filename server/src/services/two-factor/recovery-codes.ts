import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@overlook/shared/config';
import { hashToken } from '../tokens.ts';

/** Crockford's base32 in lower case: no letter that looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Sixteen characters are 80 bits: too many to guess, so that a plain hash keeps them. */
const GROUPS = 4;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A new set, like "k7qm-2xw4-00hz-p9td". */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** What is stored of a code, whatever its case and dashes, and with the letters that were typed for digits. */
export const hashRecoveryCode = (code: string): string =>
  hashToken(
    code
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '')
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1'),
  );
