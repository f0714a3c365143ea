import { Layer, type LayerProps, picking, project32, type UpdateParameters } from '@deck.gl/core';
import type { Buffer } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { AREA_FILL_ALPHA } from '@overlook/shared/config';
import { rgbOf, type EnuFrame } from '@overlook/shared/maths';
import { AreaOrder } from './area-order.ts';
import { liftZ } from './depth-lift.ts';
import { alphaOf } from './outline-data.ts';
import type { PlacedArea } from './placed-areas.ts';
import { splitDoubles } from './split-doubles.ts';
import type { SiteViewport } from '../view/site-view.ts';
import { layerDefaults } from '../library-types.ts';

export interface AreaLayerProps extends LayerProps {
  areas: readonly PlacedArea[];
  /** Of the site. */
  frame: EnuFrame;
}

interface FillState {
  [key: string]: unknown;
  model: Model;
  buffers: Buffer[];
  indices: Buffer | null;
  order: AreaOrder;
}

/**
 * Faces often lie on surfaces of the model: a floor on the ground, a side along a wall. They are drawn as if nearer by
 * this share of the distance, so that the same one is always in front. Less than that of the edges.
 */
const LIFT_SHARE = 0.0005;

const areaFillModule = {
  name: 'areaFill',
  vs: /* glsl */ `
layout(std140) uniform areaFillUniforms {
  float liftZ;
} areaFill;
`,
  uniformTypes: { liftZ: 'f32' },
} as const;

const VERTEX_SHADER = /* glsl */ `#version 300 es
#define SHADER_NAME area-fill-vertex
in vec3 positions;
in vec3 positions64Low;
in vec4 colors;
out vec4 fill_color;

void main() {
  geometry.worldPosition = positions;
  gl_Position = project_position_to_clipspace(positions, positions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  gl_Position.z += areaFill.liftZ;
  fill_color = colors;
}
`;

const FRAGMENT_SHADER = /* glsl */ `#version 300 es
#define SHADER_NAME area-fill-fragment
precision highp float;
in vec4 fill_color;
out vec4 fragColor;

void main() {
  fragColor = vec4(fill_color.rgb, ${AREA_FILL_ALPHA.toFixed(3)} * fill_color.a * layer.opacity);
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;

/** The volumes of all areas in one draw call: half transparent, far ones first, in depth with the tiles. */
export class AreaFillLayer extends Layer<AreaLayerProps> {
  static override layerName = 'AreaFillLayer';
  static override defaultProps = layerDefaults({
    areas: { type: 'object', value: [] },
    frame: { type: 'object', value: null },
    parameters: { depthCompare: 'less-equal', depthWriteEnabled: false, cullMode: 'back' },
  });
  declare state: FillState;

  override getShaders(): object {
    return super.getShaders({
      vs: VERTEX_SHADER,
      fs: FRAGMENT_SHADER,
      modules: [project32, picking, areaFillModule],
    }) as object;
  }

  override initializeState(): void {
    const model = new Model(this.context.device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-list',
      bufferLayout: [
        { name: 'positions', format: 'float32x3' },
        { name: 'positions64Low', format: 'float32x3' },
        { name: 'colors', format: 'unorm8x4' },
      ],
    });
    this.setState({ model, buffers: [], indices: null, order: new AreaOrder([], this.props.frame) });
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (props.areas === oldProps.areas && props.frame === oldProps.frame) return;
    const { model, buffers } = this.state;
    for (const buffer of buffers) buffer.destroy();
    const { positions, positionsLow, colors } = vertexData(props.areas);
    const made = [positions, positionsLow, colors].map((data) => this.context.device.createBuffer({ data }));
    model.setAttributes({ positions: made[0]!, positions64Low: made[1]!, colors: made[2]! });
    this.setState({ buffers: made, order: new AreaOrder(props.areas, props.frame) });
  }

  override draw(): void {
    const { model, order } = this.state;
    if (order.indices.length === 0) return;
    const { projectionMatrix } = this.context.viewport;
    if (order.seenFrom((this.context.viewport as SiteViewport).seenFrom())) this.writeIndices(order.indices);
    model.shaderInputs.setProps({ areaFill: { liftZ: liftZ(projectionMatrix, LIFT_SHARE) } });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: this['context']): void {
    for (const buffer of this.state.buffers) buffer.destroy();
    this.state.indices?.destroy();
    super.finalizeState(context);
  }

  private writeIndices(data: Uint32Array): void {
    const { model, indices } = this.state;
    if (indices?.byteLength === data.byteLength) return indices.write(data);
    indices?.destroy();
    const made = this.context.device.createBuffer({ usage: 16 | 8, data, indexType: 'uint32' });
    model.setIndexBuffer(made);
    model.setVertexCount(data.length);
    this.setState({ indices: made });
  }
}

function vertexData(areas: readonly PlacedArea[]) {
  const count = areas.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const all = new Float64Array(3 * count);
  const colors = new Uint8Array(4 * count);
  let vertex = 0;
  for (const { positions, area } of areas) {
    all.set(positions, 3 * vertex);
    const color = [...rgbOf(area.color), alphaOf(area)];
    const end = vertex + positions.length / 3;
    for (; vertex < end; vertex++) colors.set(color, 4 * vertex);
  }
  const [positions, positionsLow] = splitDoubles(all);
  return { positions, positionsLow, colors };
}
