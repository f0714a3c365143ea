import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@overlook/db';
import { openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aB3dm, aFolder, aTileset } from '../publish/testing/made-tiles.ts';
import { createPasswords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { operatorOperations } from './operations.ts';
import { type OperatorChannel, createOperatorChannel } from './operator-channel.ts';
import { COMMANDS } from './run-cli.ts';
import { SHARE_ENV } from '../testing/share-env.ts';
import { runHere } from './testing/run-here.ts';

let database: Database;
let channel: OperatorChannel;
let dataDir: string;
let tiles: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
  tiles = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
  database = await openMemoryDatabase();
  const stores = {
    db: database.db,
    filesDir: path.join(dataDir, 'files'),
    // Hashing is slow on purpose, and it is not tested here.
    passwords: { ...createPasswords(), hash: () => Promise.resolve('hash') },
    secrets: createSecretBox({ secretKey: null, dataDir }),
    env: SHARE_ENV,
  };
  channel = await createOperatorChannel({ dataDir, operations: operatorOperations(stores) });
});
afterAll(async () => {
  await channel.close();
  await database.close();
  for (const folder of [dataDir, tiles]) await rm(folder, { recursive: true });
});

const typed = (argv: readonly string[]) => runHere(argv, { DATA_DIR: dataDir });

/** Values that a person may type or paste by mistake. */
const JUNK = [
  '',
  ' ',
  '-',
  '--',
  '-x',
  '☃',
  'a\nb',
  'null',
  '{}',
  '%00',
  "';--",
  'nowhere.glb',
  '/nowhere/at all',
  '../../..',
  '/dev/null',
  'NaN',
  '1,2',
  '1,2,3,4,5',
  '1e999,0,0',
  '200,0,0',
  '0,0,0,1e9',
  'http://[',
  'nobody',
  'x'.repeat(20_000),
];

/** Arguments that make each command complete, except for the tested one; no command waits for a job. */
function complete(words: string): string[] {
  const more: Readonly<Record<string, string[]>> = {
    'site import': ['works', '--textured', tiles, '--detach'],
    'site delete': ['works'],
    'job watch': ['2f1c1a52-0000-4000-8000-000000000000'],
    'job cancel': ['2f1c1a52-0000-4000-8000-000000000000'],
    'source list': ['works'],
    'source set': ['works', 'Maintenance'],
    'source remove': ['works', 'Maintenance'],
    'user create': ['robin@example.com', '--first-name', 'Robin', '--last-name', 'Hood'],
  };
  return [...words.split(' '), ...(more[words] ?? [])];
}

/**
 * The output is one line of at most a thousand characters, or empty where the value was valid after all; it is never a
 * stack.
 */
async function expectSentence(argv: readonly string[]): Promise<void> {
  const { code, stderr } = await typed(argv);
  const shown = argv.map((word) => word.slice(0, 40));
  expect({ shown, code, stderr }).toEqual({
    shown,
    code: expect.toSatisfy((value: number) => [0, 1, 2].includes(value), 'an exit code') as number,
    stderr: expect.stringMatching(code === 0 ? /^$/ : /^overlook: [^\n]{3,1010}\n$/) as string,
  });
}

describe('a mistyped command ends with one sentence', () => {
  const operations = COMMANDS.filter((command) => 'operation' in command);

  describe.each(operations.map(({ words, options }) => ({ command: words.join(' '), options })))(
    '$command',
    ({ command, options }) => {
      it('as any option', async () => {
        for (const [name, { type }] of Object.entries({ ...options, json: { type: 'boolean' } }))
          for (const junk of JUNK) {
            await expectSentence([...complete(command), `--${name}=${junk}`]);
            if (type === 'string') await expectSentence([...complete(command), `--${name}`, junk]);
          }
      });

      it('as an option without its value, or that does not exist', async () => {
        for (const name of [...Object.keys(options), 'nonsense', ...JUNK.slice(2, 9)])
          await expectSentence([...complete(command), `--${name}`]);
      });

      it('in place of its argument, or beside it', async () => {
        for (const junk of JUNK) {
          await expectSentence([...command.split(' '), junk]);
          await expectSentence([...complete(command), junk]);
        }
      });
    },
  );

  it('in place of a command', async () => {
    for (const junk of JUNK) await expectSentence(['site', junk]);
  });
});

describe('a mistyped path', () => {
  it.each(['textured', 'shaded', 'points', 'cad', 'properties'])('of --%s is reported at once', async (option) => {
    const argv = ['site', 'import', 'works', '--cad', tiles, `--${option}`, '/nowhere/plant.glb'];
    const expected = 'overlook: /nowhere/plant.glb: does not exist.\n';
    expect(await typed(argv)).toEqual({ code: 1, stdout: '', stderr: expected });
  });
});
