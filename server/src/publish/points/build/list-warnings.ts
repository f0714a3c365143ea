import { listed } from '../../../errors/listed.ts';

/** The warnings of file readers, each sentence once with its files, because a folder may have thousands. */
export function listWarnings(files: readonly { name: string; warnings: readonly string[] }[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, warnings } of files)
    for (const warning of warnings) {
      const same = names.get(warning);
      if (same) same.push(name);
      else names.set(warning, [name]);
    }
  return [...names].map(([warning, of]) => `${listed(of)}: ${warning}`);
}
