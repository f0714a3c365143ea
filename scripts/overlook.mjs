/** `npm run overlook -- <command>`: the operator's command line. Prepares like `npm start`; see `--help`. */
import { missingPath } from './missing-path.mjs';
import { build } from './prepare.mjs';
import { underSupportedNode } from './supported-node.mjs';

// A mistyped path is reported before anything is built.
const argv = process.argv.slice(2);
const missing = missingPath(argv, process.env.INIT_CWD ?? process.cwd());
if (missing === null) {
  await underSupportedNode();
  await build();
  await import('../server/dist/cli.js');
} else {
  const [file, place, reason] = [missing, '', 'does not exist.'];
  const error = `${file}: ${reason}`;
  if (argv.includes('--json')) console.log(JSON.stringify({ error, code: 'REFUSED', file, place, reason }, null, 2));
  else console.error(`overlook: ${error}`);
  process.exitCode = 1;
}
