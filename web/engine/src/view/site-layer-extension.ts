/**
 * The additions to every deck.gl layer on a stage, apart from the section volume.
 *
 * - Sizes in pixels stay as they are at any distance. deck.gl's own hold at the focal distance, which is 1 m here, and
 *   shrink from there on; sizes in metres are right as they are.
 * - Picks in depth are exact: the distance along the view is written in place of z / w, which is not linear over a triangle. In
 *   an orthographic view it is that from the near plane.
 */
import { type Layer, LayerExtension, picking, project } from '@deck.gl/core';

/** Added to a distance along the view in a depth pick, so that it cannot be taken for the z of clip space, −1 to 1. */
export const DISTANCE_OFFSET = 2;

const siteModule = {
  name: 'siteLayer',
  dependencies: [project, picking],
  vs: /* glsl */ `
layout(std140) uniform siteLayerUniforms {
  float pixelSized;
  float orthoLength;
} siteLayer;
`,
  inject: {
    'vs:DECKGL_FILTER_SIZE': /* glsl */ `
  if (siteLayer.pixelSized > 0.5) {
    // Some layers have placed their anchor by now, the others only name it.
    vec4 anchor = geometry.position.w == 0.0 ? vec4(project_position(geometry.worldPosition), 1.0) : geometry.position;
    size *= project_common_position_to_clipspace(anchor).w / project.focalDistance;
  }
`,
    'vs:DECKGL_FILTER_GL_POSITION': {
      // After deck.gl's own, which writes z / w.
      order: 100,
      injection: /* glsl */ `
  float along = siteLayer.orthoLength > 0.0 ? (position.z + 1.0) / 2.0 * siteLayer.orthoLength : position.w;
  picking_setPickingAttribute(along + ${DISTANCE_OFFSET.toFixed(1)});
`,
    },
  },
  uniformTypes: { pixelSized: 'f32', orthoLength: 'f32' },
};

/** Names of the props that say in which unit a layer's sizes are; each primitive layer has one of them or none. */
const UNIT_PROPS = ['sizeUnits', 'radiusUnits', 'widthUnits'] as const;

/** What it reads of a view of a site; other views have none of it. */
interface OrthoViewport {
  readonly orthoDepth?: { readonly lengthM: number } | null;
}

type UnitProps = Partial<Record<(typeof UNIT_PROPS)[number], string>> & { billboard?: boolean };

export class SiteLayerExtension extends LayerExtension {
  static override extensionName = 'SiteLayerExtension';

  override getShaders(): object {
    return { modules: [siteModule] };
  }

  override draw(this: Layer): void {
    const props = this.props as UnitProps;
    const unit = UNIT_PROPS.map((name) => props[name]).find(Boolean);
    // Paths that face the camera are the only sizes that deck.gl itself holds at any distance.
    const isHeld = props.widthUnits !== undefined && props.billboard === true;
    const orthoLength = (this.context.viewport as OrthoViewport).orthoDepth?.lengthM ?? 0;
    this.setShaderModuleProps({ siteLayer: { pixelSized: unit === 'pixels' && !isHeld ? 1 : 0, orthoLength } });
  }

  /** A model of luma.gl (9.4) leaves its vertex array to the garbage collector, and with it the memory of its buffers. */
  override finalizeState(this: Layer): void {
    for (const { vertexArray } of this.getModels()) vertexArray.destroy();
  }
}
