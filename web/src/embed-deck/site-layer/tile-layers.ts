/** The layers that a tile becomes: deck.gl's own, with the site's shader modules. */
import type { Layer } from '@deck.gl/core';
import { PointCloudLayer } from '@deck.gl/layers';
import { ScenegraphLayer } from '@deck.gl/mesh-layers';
import type { SiteDrawing } from './site-drawing.ts';
import { siteFeaturesModule } from './feature-module.ts';
import { sitePlacementModule } from './site-module.ts';

interface DrawnProps {
  /** What all tiles of a site layer are drawn with; the same object for its life. */
  drawing: SiteDrawing;
}

const defaultProps = { drawing: { type: 'object', value: null, compare: false } } as const;

/** The shaders of a deck.gl layer with further modules; their types name no modules. */
const withModules = (shaders: { modules?: unknown[] }, modules: readonly unknown[]): never =>
  ({ ...shaders, modules: [...(shaders.modules ?? []), ...modules] }) as never;

export class SiteMeshLayer extends ScenegraphLayer<unknown, DrawnProps> {
  static override layerName = 'SiteMeshLayer';
  static override defaultProps = defaultProps as never;

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
  static override defaultProps = defaultProps as never;

  override getShaders(): never {
    return withModules(super.getShaders(), [sitePlacementModule]);
  }

  override draw(options: never): void {
    this.setShaderModuleProps(this.props.drawing.placementProps(this.context.viewport));
    super.draw(options);
  }
}
