import { defineConfig } from 'vite';
import { engineAssets } from './engine/vite/engine-assets.ts';
import { compiledMessages } from './vite/compiled-messages.ts';
import { entryFile, HOST_PACKAGES } from './vite/packages/manifests.ts';
import { packed } from './vite/packages/pack.ts';
import { replaceModules, workerTexts } from './vite/packages/worker-texts.ts';
import { shaderText } from './engine/vite/shader-text.ts';

/** What a host has itself, as peers. */
const OF_THE_HOST = /^(@deck\.gl|@luma\.gl|@loaders\.gl|react|react-dom|maplibre-gl)(\/|$)/;

/** The path of a module in its package: no folder is called `node_modules`, which package managers leave out. */
const moduleFile = (name: string): string =>
  `${name
    .replace(/^.*node_modules\//, 'vendor/')
    .replaceAll(/[^\w/-]+/g, '_')
    .replace(/^_+/, '')}.js`;

/**
 * The packages that embedders install from the server, `vite build --mode <name>`: one file for each module, so that bundlers leave
 * out what a host does not import (docs/decisions/0044).
 */
export default defineConfig(({ mode }) => {
  // Tools that look at the configuration name no package.
  const name = mode in HOST_PACKAGES ? mode : 'viewer';
  const { entries } = HOST_PACKAGES[name]!;
  const sources = Object.entries(entries).map(
    ([path, { source }]) => [entryFile(path), `embed/src/${source}`] as const,
  );
  const clients = new Set(
    Object.keys(entries)
      .filter((path) => entries[path]!.isClient)
      .map(entryFile),
  );
  return {
    plugins: [
      workerTexts(),
      replaceModules({
        'engine/src/content/worker-address.ts': 'engine/src/packaged/worker-text-address.ts',
        'embed/src/viewer/module-server.ts': 'embed/src/packages/no-module-server.ts',
      }),
      engineAssets(),
      shaderText(),
      compiledMessages(),
      packed(name),
    ],
    publicDir: false,
    build: {
      outDir: `.cache/packages/${name}`,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: { entry: Object.fromEntries(sources), formats: ['es'] },
      rolldownOptions: {
        external: OF_THE_HOST,
        output: {
          preserveModules: true,
          preserveModulesRoot: '.',
          banner: ({ name }) => (clients.has(name) ? "'use client';" : ''),
          entryFileNames: ({ name, isEntry }) =>
            isEntry && sources.some(([file]) => file === name) ? `${name}.js` : moduleFile(name),
        },
      },
    },
  };
});
