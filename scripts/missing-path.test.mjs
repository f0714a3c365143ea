import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { COMMANDS } from '../server/src/cli/run-cli.ts';
import { PATH_OPTIONS, missingPath } from './missing-path.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

it('finds the first path that leads nowhere', () => {
  const argv = ['site', 'import', 'x', '--cad', 'overlook.mjs', '--cad=nowhere.glb', '--textured', 'neither'];
  expect(missingPath(argv, HERE)).toBe('nowhere.glb');
  expect(missingPath(['site', 'import', 'x', '--cad', 'overlook.mjs', '--properties=./'], HERE)).toBeNull();
  expect(missingPath(['layer', 'check', 'layers/valves'], HERE)).toBe('layers/valves');
  expect(missingPath(['layer', 'check', '.', '--json'], HERE)).toBeNull();
});

it('leaves to the command line what is no path', () => {
  expect(missingPath(['site', 'import', '--cad'], HERE)).toBeNull();
  expect(missingPath(['site', 'import', '--cad', '--replace'], HERE)).toBeNull();
  expect(missingPath(['site', 'import', '--name', 'nowhere'], HERE)).toBeNull();
  expect(missingPath(['layer', 'check', '--help'], HERE)).toBeNull();
});

it.each([
  [[], '', 'overlook: nowhere.glb: does not exist.\n'],
  [['--json'], /"code": "REFUSED",\n {2}"file": "nowhere.glb"/, ''],
])('is reported without a build: %j', (more, stdout, stderr) => {
  const argv = [`${HERE}overlook.mjs`, 'site', 'import', 'x', '--cad', 'nowhere.glb', ...more];
  const ended = spawnSync(process.execPath, argv, { encoding: 'utf8', env: { ...process.env, INIT_CWD: HERE } });
  expect(ended).toMatchObject({ status: 1, stderr });
  expect(ended.stdout).toMatch(stdout);
});

it('knows every option that takes a path', () => {
  const taking = COMMANDS.filter(({ words }) => words[0] !== 'user').flatMap(({ options, help }) =>
    Object.keys(options).filter((name) => new RegExp(`^ +--${name} [PF] `, 'm').test(help)),
  );
  expect([...new Set(taking)].sort()).toEqual([...PATH_OPTIONS].sort());
});
