import { PRODUCT_NAME } from '@overlook/shared/config';

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** What anybody would try here first: the product's name, and the parts of the owner's address. */
function contextWords(email: string): string[] {
  const [local = '', domain = ''] = email.split('@');
  return [PRODUCT_NAME, local, domain, ...local.split(/[^\p{L}]+/u), ...domain.split('.')];
}

/** Whether a password says nothing but such a word, whatever its case and whatever digits and signs surround it. */
export function isContextWord(password: string, email: string): boolean {
  const letters = lettersOf(password);
  return letters !== '' && contextWords(email).some((word) => lettersOf(word) === letters);
}
