import path from 'node:path';
import type { Verdict } from '../domains/measurements/verify/verdict.ts';
import { UsageError } from '../errors/failure.ts';
import type { OperationCommand } from './command.ts';
import type { Verified } from './verify-file.ts';

const WORDS: Readonly<Record<Verdict, string>> = {
  agrees: 'agrees',
  changed: 'CHANGED',
  altered: 'ALTERED',
  gone: 'GONE',
  unchecked: 'unchecked',
};
const UNITS = { m: 'm', m2: 'm²', m3: 'm³', deg: '°' } as const;

export const verify: OperationCommand = {
  words: ['verify'],
  summary: 'compute saved measurements again',
  help: `Usage: overlook verify FILE.json [--json]

Computes the measurements of a file again from the stored data: points are looked for in the exact point cloud or on the
finest surfaces of their layers, fits and volumes are made anew. The file is saved in the viewer under Saved Measurements.
Each measurement gets a verdict:
  agrees     the stored data give the same value to 0.1 mm at each point
  CHANGED    they give another value, because the layer was replaced or it was picked on a coarser level of detail
  ALTERED    the value in the file is not that of its own points
  GONE       a capture is not there any more
  unchecked  the server holds nothing to compute it from
The exit code is 1 where one is changed, altered or gone.
  --json   print the result as JSON

Example: overlook verify measurements-north-plant-2026-03-14.json`,
  options: {},
  operation: 'measurements.verify',
  toInput: ({ positionals, workingDir }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('Give one file of saved measurements.');
    return { file: path.resolve(workingDir, file) };
  },
  isPassed: ({ measurements }: Verified) =>
    measurements.every(({ verdict }) => verdict === 'agrees' || verdict === 'unchecked'),
  describe: ({ site, measurements }: Verified) =>
    [
      `${measurements.filter(({ verdict }) => verdict === 'agrees').length} of ${measurements.length} measurements of “${site}” agree.`,
      ...measurements.map(({ name, unit, value, computed, verdict, reason }) => {
        const [saved, now] = [value, computed].map((one) => (one === null ? '–' : `${one.toFixed(4)} ${UNITS[unit]}`));
        return `${WORDS[verdict].padEnd(9)}  ${name}: ${saved}${verdict === 'agrees' ? '' : `, now ${now}. ${reason}`}`;
      }),
    ].join('\n'),
};
