import { expect, it, vi } from 'vitest';
import { SiteLayerExtension } from './site-layer-extension.ts';

it.each([
  [{ radiusUnits: 'pixels', billboard: true }, 1],
  [{ sizeUnits: 'pixels' }, 1],
  [{ widthUnits: 'pixels', billboard: false }, 1],
  // Its width would grow with the distance.
  [{ widthUnits: 'pixels', billboard: true }, 0],
  [{ radiusUnits: 'meters' }, 0],
  [{}, 0],
])('a layer with %o has its sizes held by the stage: %i', (props, pixelSized) => {
  const setShaderModuleProps = vi.fn();
  const layer = { props, setShaderModuleProps, context: { viewport: { orthoDepth: null } } };
  new SiteLayerExtension().draw.call(layer as never);
  expect(setShaderModuleProps).toHaveBeenCalledWith({ siteLayer: { pixelSized, orthoLength: 0 } });
});

it('picks in depth from the near plane of an orthographic view', () => {
  const setShaderModuleProps = vi.fn();
  const viewport = { orthoDepth: { fromM: -500, lengthM: 1400 } };
  new SiteLayerExtension().draw.call({ props: {}, setShaderModuleProps, context: { viewport } } as never);
  expect(setShaderModuleProps).toHaveBeenCalledWith({ siteLayer: { pixelSized: 0, orthoLength: 1400 } });
});
