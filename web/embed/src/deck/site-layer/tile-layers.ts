/** Sublayers of a tile: deck.gl's own layers with the site's shader modules. */
import type { Layer } from '@deck.gl/core';
import { PointCloudLayer } from '@deck.gl/layers';
import { ScenegraphLayer } from '@deck.gl/mesh-layers';
import type { SiteDrawing } from './site-drawing.ts';
import { siteFeaturesModule } from './feature-module.ts';
import { sitePlacementModule } from './site-module.ts';
import { layerDefaults, libraryProps } from '@overlook/engine/library-types';

interface DrawnProps {
  /** Drawing parameters of all tiles of a site layer; the same object for its lifetime. */
  drawing: SiteDrawing;
}

const defaultProps = { drawing: { type: 'object', value: null, compare: false } } as const;

/** Adds modules to the shaders of a deck.gl layer, whose type has no modules. */
const withModules = (shaders: { modules?: unknown[] }, modules: readonly unknown[]): never =>
  libraryProps({ ...shaders, modules: [...(shaders.modules ?? []), ...modules] });

export class SiteMeshLayer extends ScenegraphLayer<unknown, DrawnProps> {
  static override layerName = 'SiteMeshLayer';
  static override defaultProps = layerDefaults(defaultProps);

  override getShaders(): never {
    return withModules(super.getShaders(), [sitePlacementModule, siteFeaturesModule]);
  }

  override draw(options: { context: Layer['context'] }): void {
    const { drawing } = this.props;
    this.setShaderModuleProps({ ...drawing.placementProps(this.context.viewport), ...drawing.featureProps() });
    super.draw(options);
  }
}

export class SitePointsLayer extends PointCloudLayer<unknown, DrawnProps> {
  static override layerName = 'SitePointsLayer';
  static override defaultProps = layerDefaults(defaultProps);

  override getShaders(): never {
    return withModules(super.getShaders(), [sitePlacementModule]);
  }

  override draw(options: never): void {
    this.setShaderModuleProps(this.props.drawing.placementProps(this.context.viewport));
    super.draw(options);
  }
}
