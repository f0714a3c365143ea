import * as deckLayers from '@deck.gl/layers';
import { expect, it } from 'vitest';
import * as formats from '@overlook/embed/layers/overlook-formats';
import * as layers from '@overlook/embed/layers/overlook-layers';
import * as kit from './overlook-layer-check.ts';

it('the kit exports all that layer and format modules import from their installation', () => {
  expect(kit).toMatchObject({ ...layers, ...formats });
  expect(Object.keys(kit)).toHaveLength(Object.keys({ ...layers, ...formats }).length + 1);
});

it('layer modules import all layers of deck.gl', () => {
  expect(layers).toMatchObject({ ...deckLayers });
});
