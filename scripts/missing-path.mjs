import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Options of the command line that take the path of something that has to be there. */
export const PATH_OPTIONS = [
  'textured',
  'shaded',
  'points',
  'cad',
  'properties',
  'photos',
  'photo-table',
  'header-file',
  'key-file',
  'scratch',
  'data',
];

/** The first path after such an option, or folder of `layer check`, where there is nothing, as it was typed; null where there is none. */
export function missingPath(argv, workingDir) {
  const isMissing = (typed) => typed && !typed.startsWith('-') && !existsSync(resolve(workingDir, typed));
  if (argv[0] === 'layer' && argv[1] === 'check' && isMissing(argv[2])) return argv[2];
  for (const [i, word] of argv.entries()) {
    const option = PATH_OPTIONS.find((name) => word === `--${name}` || word.startsWith(`--${name}=`));
    if (option === undefined) continue;
    const typed = word === `--${option}` ? argv[i + 1] : word.slice(option.length + 3);
    // Other mistakes are reported by the command line, which knows its options.
    if (isMissing(typed)) return typed;
  }
  return null;
}
