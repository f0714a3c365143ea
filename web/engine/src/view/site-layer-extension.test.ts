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
  new SiteLayerExtension().draw.call({ props, setShaderModuleProps } as never);
  expect(setShaderModuleProps).toHaveBeenCalledWith({ siteLayer: { pixelSized } });
});
