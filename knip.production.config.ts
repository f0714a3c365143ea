/**
 * For `knip --production`: files and exports that only tests use. The strict rules of knip.json, which count tests as users, are
 * another run.
 */
import config from './knip.json' with { type: 'json' };

type Workspace = (typeof config.workspaces)[keyof typeof config.workspaces];

/** What is for tests, whether or not the manifest of its package exports it. */
const TESTS = { entry: ['src/**/*.test.{ts,tsx}', 'src/**/testing/**'] };

/** Dependencies that no source of their package imports. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  // The bundle of the server inlines shared, which imports them (server/bundle.mjs).
  server: ['earcut', 'icu-minify', 'saxes'],
  // Built as a module of its own (web/engine/vite/engine-assets.ts).
  'web/engine': ['laz-perf'],
};

const workspaces = Object.fromEntries(
  Object.entries<Workspace>(config.workspaces).map(([name, one]) => {
    const ignoreDependencies = [
      ...('ignoreDependencies' in one ? one.ignoreDependencies : []),
      ...(NEEDED[name] ?? []),
    ];
    return [name, { ...one, ignoreDependencies, vitest: TESTS }];
  }),
);

export default {
  ...config,
  include: ['files', 'exports', 'types', 'dependencies'],
  // A step of a calculation may be tested by itself: the product runs it.
  ignoreExportsUsedInFile: true,
  ignoreIssues: {
    ...config.ignoreIssues,
    // What differs between the captures of the demo: the truth that tests of comparisons read.
    'server/src/demo/plant/ridgeway-changes.ts': ['exports', 'types'],
    // The server imports the bundle of it (server/bundle.mjs).
    'web/src/layer-check/{overlook-layer-check,check-layer}.ts': ['exports', 'types'],
    // Declarations are read as text (web/vite/declarations.ts).
    'web/embed/src/layers/declarations/*.ts': ['exports'],
    // Plug-ins of the builds, whose configurations knip counts as tools.
    'web/{vite,engine/vite}/*.ts': ['exports'],
  },
  workspaces,
};
