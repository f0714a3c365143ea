/** `npm run overlook -- <command>`: the operator's command line. Prepares like `npm start`; see `--help`. */
import { build } from './prepare.mjs';

build();
await import('../server/dist/cli.js');
