import path from 'node:path';
import type { LayerCheck } from '@overlook/shared/config';
import { UsageError } from '../errors/failure.ts';
import type { CheckCommand } from './command.ts';
import { checkLayerFolder } from './layer-check/check-folder.ts';
import { widest } from './widest.ts';

export const layerCheck: CheckCommand = {
  words: ['layer', 'check'],
  summary: 'try a layer before it is installed',
  help: `Usage: overlook layer check <folder> [options]

Tries the folder of a layer as the viewer would: manifest, hashes, definition, data, deck.gl layers on two screens, section,
settings in links, labels, picks, files, invalid responses of its source, and unreleased resources. Its code runs in a process
without a page, a network and the settings of the server, with 1 GiB of memory for 2 minutes. It is not drawn: shaders are
compiled in the viewer only.

Options:
  --data F         the response of its source, if that is not a file of the folder; for a stream: one message per line
  --strict         a check that is skipped counts as failed, for a build that must have tried all
  --json           print the result as JSON
  --help           print this text

Exit code: 0 nothing has failed, 1 a check has failed (with --strict also one that was skipped), 2 wrong usage.

Example: overlook layer check ./layers/pumps`,
  options: { data: { type: 'string' }, strict: { type: 'boolean' } },
  async check({ options: { data, strict }, positionals, workingDir }, signal) {
    const [folder, ...more] = positionals;
    if (!folder?.trim() || more.length > 0) throw new UsageError('Give the folder of one layer.');
    if (data === '') throw new UsageError('--data takes a file.');
    const absolute = path.resolve(workingDir, folder);
    const answerFile = data === undefined ? null : path.resolve(workingDir, String(data));
    const checks = await checkLayerFolder(absolute, answerFile, signal);
    const isPassed = checks.every(({ outcome }) => outcome === 'pass' || (outcome === 'skip' && !strict));
    return { isPassed, result: { folder: absolute, checks } };
  },
  describe: ({ checks }: { checks: readonly LayerCheck[] }) => {
    const width = widest(checks.map(({ check }) => check));
    const rows = checks.map(({ check, outcome, detail }) => `${MARKS[outcome]}  ${check.padEnd(width)}  ${detail}`);
    const count = (outcome: LayerCheck['outcome']) => checks.filter((one) => one.outcome === outcome).length;
    const untried = count('skip') > 0 ? ' What is skipped was not tried, and may fail in the viewer.' : '';
    const sum = `${count('pass')} passed, ${count('fail')} failed, ${count('skip')} skipped.${untried}`;
    return [...rows, sum].join('\n');
  },
};

const MARKS: Readonly<Record<LayerCheck['outcome'], string>> = { pass: 'pass', fail: 'FAIL', skip: 'skip' };
