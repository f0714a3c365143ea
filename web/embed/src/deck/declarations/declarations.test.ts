import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DECLARATIONS, declarationsOf } from '../../../../vite/declarations.ts';
import type * as frame from '../../viewer/frame/overlook-frame.ts';
import type * as declaredFormats from '../../layers/declarations/overlook-formats.ts';
import type * as formats from '../../layers/overlook-formats.ts';
import type * as deck from '../overlook-deck.ts';
import type * as deckReact from '../overlook-deck-react.tsx';
import type * as maplibre from '../overlook-maplibre.ts';
import type * as viewerReact from '../overlook-viewer-react.ts';
import type * as declaredDeckReact from './overlook-deck-react.ts';
import type * as declaredDeck from './overlook-deck.ts';
import type * as declaredFrame from './overlook-frame.ts';
import type * as declaredMaplibre from './overlook-maplibre.ts';
import type * as declaredViewerReact from './overlook-viewer-react.ts';

const run = promisify(execFile);
const HERE = import.meta.dirname;
const COMPILER = join(HERE, '../../../../../node_modules/typescript/bin/tsc');
/** Modules other than the viewer, which has its own report. */
const NAMES = Object.keys(DECLARATIONS).filter((name) => name !== 'overlook-viewer');

/** The compiler rejects this file if a module differs from its declaration or has an undeclared name. */
type Keeps<Declared, Actual extends Declared> = Exclude<keyof Actual, keyof Declared> extends never ? Declared : never;
export type Kept = [
  Keeps<Pick<typeof declaredDeck, 'siteFrame'>, Pick<typeof deck, 'siteFrame'>>,
  Keeps<Public<typeof declaredDeck>, Public<typeof deck>>,
  Keeps<Public<typeof declaredDeckReact>, Public<typeof deckReact>>,
  Keeps<Public<typeof declaredMaplibre>, Public<typeof maplibre>>,
  Keeps<typeof declaredFrame, typeof frame>,
  Keeps<typeof declaredFormats, typeof formats>,
  Keeps<typeof declaredViewerReact, typeof viewerReact>,
];
type Public<Module> = { [Name in keyof Module]: unknown };
/** The members of sessions and layers match their declarations. */
export type Members = [
  Covers<declaredDeck.SiteSession, deck.SiteSession>,
  Covers<declaredDeck.SiteFrame, deck.SiteFrame>,
  Covers<declaredDeck.SectionVolume, deck.SectionVolume>,
  Covers<declaredDeck.FeatureRules, deck.FeatureRules>,
  Covers<declaredDeck.SiteViewState, deck.SiteViewState>,
  Covers<declaredDeck.VisitFailure, deck.VisitFailure>,
  Covers<declaredMaplibre.SitePlace, maplibre.SitePlace>,
  Covers<Pick<declaredDeck.SiteTilesLayer, 'pick' | 'isLoaded'>, deck.SiteTilesLayer>,
  Covers<Omit<declaredDeck.SiteTilesLayerProps, 'data'>, deck.SiteTilesLayerProps>,
  keyof declaredDeck.SiteLayerProps extends keyof deck.SiteLayerProps ? true : never,
  keyof declaredMaplibre.OverlookControlOptions extends keyof maplibre.OverlookControlOptions ? true : never,
  keyof declaredDeckReact.OverlookDeckProps extends keyof deckReact.OverlookDeckProps ? true : never,
];
type Covers<Declared, Actual extends Declared> = [Declared, Actual];

/** As the server has them: formats and layers lie beside `embed`. */
const SERVED = (name: string) => `${/layers|formats/.test(name) ? 'layers' : 'embed'}/v1/${name}.d.ts`;

/** Returns a folder with the declarations as they are served. */
async function served(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'overlook-declarations-'));
  for (const part of ['embed', 'layers']) await mkdir(join(folder, part, 'v1'), { recursive: true });
  for (const name of Object.keys(DECLARATIONS)) await writeFile(join(folder, SERVED(name)), await declarationsOf(name));
  await symlink(join(HERE, '../../../node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** What the compiler says of a file of a host that imports them. Errors of the libraries themselves are ignored. */
async function errorsOf(name: string, host: string): Promise<string[]> {
  const folder = await served();
  await writeFile(join(folder, name), host);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--types',
    '',
    '--jsx',
    'react-jsx',
  ];
  const target = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom'];
  const { stdout } = await run(process.execPath, [COMPILER, ...options, ...target, join(folder, name)]).catch(
    (error: { stdout: string }) => error,
  );
  await rm(folder, { recursive: true });
  return stdout
    .split('\n')
    .filter((line) => /^\S*overlook-|^\S*host\.tsx?/.test(line) && !line.includes('node_modules'));
}

describe('the declarations of modules for hosts', () => {
  it.each(NAMES)(
    'of %s are what version 1 promised: their report changes only where something is added',
    async (name) => {
      const declared = (await declarationsOf(name)).replaceAll(/\/\*\*[^]*?\*\/\n?/g, '').replaceAll(/\n\s*\n+/g, '\n');
      await expect(declared).toMatchFileSnapshot(join(HERE, `${name}.report.txt`));
    },
  );

  it('compile in a host project with the libraries that they import', async () => {
    const host = `
      import { SiteLayer, SiteSession, SiteTilesLayer, siteFrame, type SitePickingInfo } from './embed/v1/overlook-deck.js';
      import { OverlookDeck } from './embed/v1/overlook-deck-react.js';
      import { OverlookControl } from './embed/v1/overlook-maplibre.js';
      import { connectOverlook } from './embed/v1/overlook-frame.js';
      import { OverlookViewer } from './embed/v1/overlook-viewer-react.js';
      import { defineFormat, loaders, type TableContent } from './layers/v1/overlook-formats.js';

      const session = await SiteSession.open({ server: 'https://overlook.example', token: 'secret' });
      const layer = new SiteLayer({ id: 'site', session, layer: 'cad', raiseMetres: -session.origin.height });
      const tiles = new SiteTilesLayer({ id: 'tiles', ...session.tiles('textured') });
      const east: number = siteFrame(session.origin).enuFromLla(138.5, -35, 30)[0];
      const told = (info: SitePickingInfo): number | null | undefined => info.featureId;
      const control = new OverlookControl({ server: 'https://overlook.example', token: 'secret', fly: false });
      const height: number | undefined = control.pick({ x: 1, y: 2 })?.lngLatHeight[2];
      const view = await connectOverlook(document.querySelector('iframe')!);
      const position: number = (await view.camera.pose()).position[0];
      const format = defineFormat({
        id: 'tags', title: 'Tags', extensions: ['tags'], largestBytes: 1024, loader: loaders.csv,
        content: (rows: { x: number }[]): TableContent => ({ kind: 'table', rows }),
      });
      // @ts-expect-error -- a format has a loader
      defineFormat({ id: 'tags', title: 'Tags', extensions: ['tags'], largestBytes: 1024 });
      export { east, format, height, layer, OverlookDeck, OverlookViewer, position, tiles, told };
      // @ts-expect-error -- there is no such layer
      session.tiles('photos');
    `;
    expect(await errorsOf('host.ts', host)).toEqual([]);
  });

  it('give the element its properties and events in JSX of React', async () => {
    const host = `
      import { useRef } from 'react';
      import type { OverlookViewer } from './embed/v1/overlook-viewer.js';
      import type {} from './embed/v1/overlook-viewer-react.js';

      export function Plant({ token }: { token: string }) {
        const viewer = useRef<OverlookViewer>(null);
        return <overlook-viewer
          ref={viewer} className="plant" token={token} site="ridgeway" layer="textured" quality="speed" controls="home zoom"
          onoverlook-ready={({ detail }) => detail.camera.home()}
          onoverlook-error={({ detail: { reason, message } }) => console.log(reason.length + message.length)}
        />;
      }
      // @ts-expect-error -- there is no such layer
      export const wrong = <overlook-viewer layer="photos" />;
    `;
    expect(await errorsOf('host.tsx', host)).toEqual([]);
  });

  it('give plain TypeScript the element, its events and the contract of layers', async () => {
    const host = `
      import type {} from './embed/v1/overlook-viewer.js';
      import { defineLayer, pillPainter, ScatterplotLayer } from './layers/v1/overlook-layers.js';

      const viewer = document.querySelector('overlook-viewer')!;
      const pixel = viewer.api?.project([1, 2, 3])?.x;
      viewer.server = 'https://overlook.example';
      viewer.addEventListener('overlook-ready', ({ detail: api }) => api.camera.home());
      document.addEventListener('overlook-error', ({ detail }) => console.log(detail.message.length));
      // @ts-expect-error -- the selection is a list of ids
      viewer.addEventListener('overlook-select', ({ detail }) => detail.layer);
      export const layer = defineLayer<{ east: number }[]>({
        id: 'tags',
        title: 'Tags',
        icon: 'tag',
        token: 'VIEW:CAD',
        source: { kind: 'data', data: [{ east: 1 }] },
        layers: ({ data, frame }) => new ScatterplotLayer({ id: 'tags', data, getPosition: ({ east }) => [east, 0, frame.llaFromEnu([east, 0, 0]).height] }),
        legend: () => [{ label: 'Tag', shape: 'circle', color: 'high' }],
      });
      // @ts-expect-error -- there is no such icon
      defineLayer({ id: 'tags', title: 'Tags', icon: 'star', source: { kind: 'data', data: [] }, layers: () => [] });
      export { pillPainter, pixel };
    `;
    expect(await errorsOf('host.ts', host)).toEqual([]);
  });

  it('have the names of the served files', async () => {
    expect(await declarationsOf('overlook-maplibre')).toContain("from './overlook-viewer.js'");
    const config = await readFile(join(HERE, '../../../../vite.hosts.config.ts'), 'utf8');
    for (const [, name] of config.matchAll(/'(overlook-[\w-]+)':/g)) expect(DECLARATIONS).toHaveProperty([name!]);
  });
});
