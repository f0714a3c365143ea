/** Drawing parameters that all tiles of a `SiteLayer` share: placement in each view, section volume, feature styles. */
import type { Viewport } from '@deck.gl/core';
import type { Device, Texture } from '@luma.gl/core';
import type { EnuFrame } from '@overlook/shared/maths';
import {
  enuSection,
  type EnuSection,
  type FeatureRules,
  featureStyleTable,
  type FeatureStyleTable,
  type SectionVolume,
  STYLES_PER_ROW,
} from '@overlook/engine/deck';
import { type HostSpace, hostSpaceOf } from '../placement/host-space.ts';
import { type Placement, placementOf } from '../placement/placement.ts';
import { siteFeaturesProps } from './feature-module.ts';
import { sitePlacementProps } from './site-module.ts';

export class SiteDrawing {
  private readonly placements = new Map<HostSpace, Placement>();
  private raiseMetres = 0;
  private section: EnuSection | null = null;
  private styles: FeatureStyleTable | null = null;
  private texture: Texture;
  /** Values for the newest view and section, shared by all tiles. */
  private newest: { viewport: Viewport; props: ReturnType<typeof sitePlacementProps> } | null = null;

  constructor(
    private readonly device: Device,
    readonly frame: EnuFrame,
  ) {
    this.texture = this.createTexture(new Uint8Array(4 * STYLES_PER_ROW), 1);
  }

  /** Throws RangeError for an invalid run of feature ids. */
  update(raiseMetres: number, section: SectionVolume | null, features: FeatureRules | null): void {
    if (raiseMetres !== this.raiseMetres) this.placements.clear();
    this.raiseMetres = raiseMetres;
    this.section = enuSection(section, this.frame);
    this.newest = null;
    const styles = features && featureStyleTable(features);
    if (styles === this.styles) return;
    this.styles = styles;
    if (!styles) return;
    this.texture.destroy();
    this.texture = this.createTexture(styles.texels, styles.rows);
  }

  /** Metres by which the plant is raised. */
  get raise(): number {
    return this.raiseMetres;
  }

  /** Returns the placement of the site in the space of a view. */
  placement(viewport: Viewport): Placement {
    const space = hostSpaceOf(viewport);
    const placement = this.placements.get(space) ?? placementOf(space, this.frame, this.raiseMetres);
    this.placements.set(space, placement);
    return placement;
  }

  placementProps(viewport: Viewport) {
    if (this.newest?.viewport !== viewport) {
      this.newest = { viewport, props: sitePlacementProps(this.placement(viewport), viewport, this.section) };
    }
    return this.newest.props;
  }

  featureProps() {
    return siteFeaturesProps(this.styles, this.texture);
  }

  destroy(): void {
    this.texture.destroy();
  }

  private createTexture(data: Uint8Array, height: number): Texture {
    const sampler = { minFilter: 'nearest', magFilter: 'nearest' } as const;
    return this.device.createTexture({ data, width: STYLES_PER_ROW, height, format: 'rgba8unorm', sampler });
  }
}
