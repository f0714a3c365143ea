import { defineConfig } from 'vitest/config';

/** Unit and contract tests of all packages in one run; each package keeps its own settings beside its sources. */
export default defineConfig({ test: { projects: ['shared', 'db', 'server', 'web'] } });
