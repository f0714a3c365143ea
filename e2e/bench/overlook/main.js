// Our engine as a peer of the side-by-side benchmark: the same stage that the product mounts, without a base map.
// `run-peers.mjs` builds it into the benchmark, whose page library it is measured by.
import { register } from 'bench/page';
import { createStage } from '../../../web/engine/src/index.ts';
import { seeAllBoxes } from '../../fixtures/seen-boxes.ts';

const TEXTURED = 3;
let stage;
let config;

const site = (layers) => ({
  origin: { longitude: config.poses.site.lon, latitude: config.poses.site.lat, height: config.poses.site.height ?? 0 },
  homePose: null,
  layers,
  memoryCapMib: config.memoryMiB,
});

register({
  name: 'overlook',
  async init(container, cfg, afterRender) {
    config = cfg;
    if (cfg.dropDraws) seeAllBoxes();
    stage = await createStage({ container, antialias: false, maxPixelRatio: 1 });
    stage.update({ screenSpaceErrorPx: config.sse, pointSizePx: 2 });
    stage.on('drawn', afterRender);
  },
  async load(url) {
    stage.setSite(site([{ modeltypeId: TEXTURED, url }]));
    stage.update({ layerId: TEXTURED });
  },
  setPose: ({ positionEcef, directionEcef, upEcef }) =>
    stage.setPose({ position: positionEcef, direction: directionEcef, up: upEcef }),
  state() {
    const { settled, selected } = stage.progress();
    return { loading: !settled, selected, loaded: stage.stats().tilesLoaded };
  },
  pick: (x, y) => stage.pick(x + 0.5, y + 0.5)?.pointEcef ?? null,
});
