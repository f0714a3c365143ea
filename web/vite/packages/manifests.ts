/** The packages that embedders install from their server: what each exports, and what its host brings along. */

export interface PackageEntry {
  /** Source, from the sources of `@overlook/embed`. */
  readonly source: string;
  /** Names of the declarations (vite/declarations.ts) that describe it. */
  readonly types: readonly string[];
  /** Runs in the browser only: React marks such modules for servers that prepare pages. */
  readonly isClient?: boolean;
}

export interface HostPackage {
  readonly description: string;
  /** By the path after the name of the package. */
  readonly entries: Readonly<Record<string, PackageEntry>>;
  /** Peer dependencies by name: their range; `optional` are those of entries that not every host imports. */
  readonly peers: Readonly<Record<string, string>>;
  readonly optional: readonly string[];
}

const DECK = '>=9.4.0 <9.5.0';
const REACT = '>=19.0.0';

export const HOST_PACKAGES: Readonly<Record<string, HostPackage>> = {
  viewer: {
    description: 'A 3D site of an Overlook server on any page: the element, its React component and its types',
    entries: {
      '.': { source: 'packages/viewer.ts', types: ['overlook-viewer'] },
      './react': { source: 'packages/viewer-react.ts', types: ['overlook-viewer-react'], isClient: true },
      './frame': { source: 'viewer/frame/overlook-frame.ts', types: ['overlook-frame'] },
    },
    peers: { '@types/react': REACT, react: REACT },
    optional: ['@types/react', 'react'],
  },
  deck: {
    description:
      'Sites of an Overlook server in your own deck.gl or MapLibre: SiteLayer, SiteTilesLayer, OverlookControl',
    entries: {
      '.': { source: 'deck/overlook-deck.ts', types: ['overlook-deck'] },
      './react': { source: 'deck/overlook-deck-react.tsx', types: ['overlook-deck-react'], isClient: true },
      './maplibre': { source: 'deck/overlook-maplibre.ts', types: ['overlook-maplibre'] },
    },
    peers: {
      '@deck.gl/core': DECK,
      '@deck.gl/geo-layers': DECK,
      '@deck.gl/layers': DECK,
      '@deck.gl/maplibre': DECK,
      '@deck.gl/mesh-layers': DECK,
      '@deck.gl/react': DECK,
      '@luma.gl/core': DECK,
      '@luma.gl/webgl': DECK,
      'maplibre-gl': '>=6.0.0 <7.0.0',
      react: REACT,
    },
    optional: ['@deck.gl/maplibre', '@deck.gl/react', 'maplibre-gl', 'react'],
  },
  layers: {
    description: 'Layers and file formats of your own for Overlook: defineLayer, defineFormat and their types',
    entries: {
      '.': { source: 'packages/layers.ts', types: ['overlook-layers'] },
      './formats': { source: 'packages/formats.ts', types: ['overlook-formats'] },
    },
    peers: { '@deck.gl/core': DECK, '@deck.gl/layers': DECK },
    optional: ['@deck.gl/core', '@deck.gl/layers'],
  },
};

/**
 * The version of the packages: major is that of `/embed/v1/`, minor and patch are those of the product, 2.7.1 as 1.207.1. Throws
 * Error for a product version without three numbers.
 */
export function packageVersion(product: string): string {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(product);
  if (!numbers) throw new Error(`“${product}” is no version of three numbers.`);
  const [major, minor, patch] = numbers.slice(1).map(Number) as [number, number, number];
  return `1.${100 * major + minor}.${patch}`;
}

/** The file of an entry in its package, without its ending. */
export const entryFile = (path: string): string => (path === '.' ? 'index' : path.slice(2));

/** Returns the package.json. */
export function manifestOf(name: string, version: string): object {
  const { description, entries, peers, optional } = HOST_PACKAGES[name]!;
  const exported = Object.keys(entries).map((path) => {
    const file = `./${entryFile(path)}`;
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
  });
  return {
    name: `@overlook/${name}`,
    version,
    description,
    license: 'SEE LICENSE IN LICENSE',
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(optional.map((peer) => [peer, { optional: true }])),
  };
}
