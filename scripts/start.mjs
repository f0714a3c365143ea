/**
 * `npm start`: installs what is missing (pnpm is fetched by npm), builds what has changed, and runs the server, which
 * makes its database and the demo site at its first start. Everything is decided by the environment; see README.md.
 */
import { build } from './prepare.mjs';
import { underSupportedNode } from './supported-node.mjs';

await underSupportedNode();
await build();
await import('../server/dist/main.js');
