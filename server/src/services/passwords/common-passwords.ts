import { COMMON_PASSWORDS, PASSWORD_SHORTEST } from '@overlook/shared/config';

let list: Promise<ReadonlySet<string>> | null = null;

/** The list is ranked by how often a password was found in published leaks, in lower case. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'] as readonly string[];
  return new Set(ranked.filter((password) => password.length >= PASSWORD_SHORTEST).slice(0, COMMON_PASSWORDS));
}

/** Whether it is among the most common passwords that are long enough, in any case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await (list ??= load())).has(password.toLowerCase());
}
