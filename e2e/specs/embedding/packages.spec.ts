import type { OverlookViewerApi } from '@overlook/embed/viewer-api';
import { FreshProject } from '../../fixtures/fresh-project.ts';
import { Grant, HostServer } from '../../fixtures/host-page.ts';
import { expect, test } from '../../fixtures/test.ts';

const PEERS = [
  '@deck.gl/core',
  '@deck.gl/geo-layers',
  '@deck.gl/layers',
  '@deck.gl/maplibre',
  '@deck.gl/mesh-layers',
  '@deck.gl/react',
  '@luma.gl/core',
  '@luma.gl/webgl',
  '@types/react',
  '@types/react-dom',
  'maplibre-gl',
  'react',
  'react-dom',
];

const APP = `
  import { OverlookControl } from '@overlook/deck/maplibre';
  import { OverlookDeck } from '@overlook/deck/react';
  import { defineLayer, loadLayerClasses } from '@overlook/layers';
  import { loadOverlookViewer } from '@overlook/viewer';
  import { OverlookViewer } from '@overlook/viewer/react';
  import { Map } from 'maplibre-gl';
  import { StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';

  type Grant = { server: string; token: string };
  const host = window as unknown as { grant: Grant; seen: Record<string, unknown> };
  const { grant, seen } = host;

  const style = { width: 300, height: 200 };
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <OverlookViewer {...grant} style={style} controls="none" onReady={(api) => (seen['component'] = api)} />
      <div style={{ ...style, position: 'relative' }}>
        <OverlookDeck {...grant} layer="textured" onTiles={(tiles) => (seen['tiles'] = tiles)} />
      </div>
    </StrictMode>,
  );

  const map = new Map({ container: 'map', style: { version: 8, sources: {}, layers: [] } });
  map.addControl((seen['control'] = new OverlookControl(grant)) as OverlookControl);

  await loadOverlookViewer(grant.server);
  const viewer = document.createElement('overlook-viewer');
  viewer.server = grant.server;
  viewer.token = grant.token;
  viewer.addEventListener('overlook-ready', async ({ detail: api }) => {
    const { ScatterplotLayer } = await loadLayerClasses(grant.server);
    const layer = defineLayer<{ at: [number, number, number] }[]>({
      id: 'marks',
      title: 'Marks',
      source: { kind: 'data', data: [{ at: [0, 0, 5] }] },
      layers: ({ data }) => new ScatterplotLayer({ id: 'marks', data, getPosition: ({ at }) => at, getRadius: 5 }),
      summary: ({ data }) => data.length + ' mark',
    });
    await api.added.add(layer);
    seen['element'] = api;
  });
  document.body.append(viewer);
`;

const PAGE = `<!doctype html><div id="app"></div><div id="map" style="width: 300px; height: 200px"></div>
<script>window.grant = { server: '{{OVERLOOK}}', token: '{{TOKEN}}' }; window.seen = {};</script>
<script type="module" src="/main.tsx"></script>`;

type Loadable = { isLoaded: boolean };
interface Seen {
  component?: OverlookViewerApi;
  element?: OverlookViewerApi;
  tiles?: Loadable & { pick(x: number, y: number): { errorMetres: number } | null };
  control?: Loadable;
}

test(
  'packages of the server are installed, typed and bundled in a fresh project, and show the plant',
  { tag: '@long' },
  async ({ page, request }) => {
    // It installs, compiles and builds.
    test.slow();
    const grant = await Grant.make(request, { permissions: ['VIEW:TEXTURED'] });
    const project = await FreshProject.create(['viewer', 'deck', 'layers'], PEERS);
    try {
      await project.write('main.tsx', APP);
      await project.write('index.html', PAGE);
      expect(await project.typeErrors('main.tsx')).toBe('');
      const { html, modules } = await project.bundle();
      const host = await HostServer.start();
      try {
        await page.goto(host.show({ html, token: grant.token, modules }));
        await page.waitForFunction(() => {
          const { component, element, tiles, control } = (window as unknown as { seen: Seen }).seen;
          const isAdded = element?.added.all().some(({ summary }) => summary === '1 mark');
          return component && isAdded && tiles?.isLoaded && control?.isLoaded;
        });
        const picked = await page.evaluate(() => (window as unknown as { seen: Seen }).seen.tiles!.pick(150, 100));
        expect(picked).not.toBeNull();
        await page.screenshot({ path: test.info().outputPath('fresh project.png'), fullPage: true });
      } finally {
        await host.stop();
      }
    } finally {
      await project.remove();
    }
  },
);

test('packages are imported on a server that prepares pages, and leave out what is not imported', async () => {
  const project = await FreshProject.create(['viewer', 'deck', 'layers'], PEERS);
  try {
    await project.write(
      'server.js',
      `import { renderToString } from 'react-dom/server';
      import { createElement } from 'react';
      import { loadOverlookViewer } from '@overlook/viewer';
      import { OverlookViewer } from '@overlook/viewer/react';
      import { SiteLayer } from '@overlook/deck';
      import { OverlookControl } from '@overlook/deck/maplibre';
      import { defineLayer } from '@overlook/layers';
      import { defineFormat } from '@overlook/layers/formats';
      await loadOverlookViewer('https://overlook.example');
      if (![SiteLayer, OverlookControl, defineLayer, defineFormat].every((made) => typeof made === 'function')) throw new Error();
      console.log(renderToString(createElement(OverlookViewer, { server: 'https://overlook.example', token: 'secret' })));`,
    );
    expect(await project.runInNode('server.js')).toBe(
      '<overlook-viewer server="https://overlook.example" token="secret"></overlook-viewer>',
    );
    await project.write('main.js', `import { siteFrame } from '@overlook/deck'; window.frame = siteFrame;`);
    await project.write('index.html', '<!doctype html><script type="module" src="/main.js"></script>');
    const { modules } = await project.bundle();
    const bytes = Object.values(modules).reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeLessThan(6000);
  } finally {
    await project.remove();
  }
});
