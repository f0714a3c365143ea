/** The engine without the product around it, for tests that open, close and starve it, and give it layers of others. */
import { IconLayer, PathLayer, PolygonLayer, ScatterplotLayer, SolidPolygonLayer, TextLayer } from '@deck.gl/layers';
import { SimpleMeshLayer } from '@deck.gl/mesh-layers';
import { Deck } from '@deck.gl/core';
import { SiteTilesLayer, SiteView, createStage, siteFrame } from '@overlook/engine';
import { showAreas } from './example-areas.ts';

const deckLayers = {
  Deck,
  SiteTilesLayer,
  SiteView,
  IconLayer,
  PathLayer,
  PolygonLayer,
  ScatterplotLayer,
  SimpleMeshLayer,
  SolidPolygonLayer,
  TextLayer,
};

Object.assign(window, { createStage, siteFrame, showAreas, deckLayers, container: document.getElementById('view') });
document.documentElement.dataset['ready'] = 'true';

export type HarnessLayers = typeof deckLayers;
