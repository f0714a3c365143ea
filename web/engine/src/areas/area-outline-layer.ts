import { Layer, type LayerProps, picking, project32, type UpdateParameters } from '@deck.gl/core';
import type { Buffer } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { type OutlineData, type OutlinedShape, outlineData } from './outline-data.ts';
import { AREA_OUTLINE_FRAGMENT, AREA_OUTLINE_VERTEX, areaOutlineModule } from './area-outline-shader.ts';
import { liftZ, nearW } from './depth-lift.ts';
import { layerDefaults } from '../library-types.ts';

export interface AreaOutlineLayerProps extends LayerProps {
  areas: readonly OutlinedShape[];
  /** Draws the hidden parts, fainter, instead of the visible ones. */
  isHiddenPart: boolean;
}

interface OutlineState {
  [key: string]: unknown;
  model: Model;
  buffers: Buffer[];
  numInstances: number;
}

/** Edges lie on surfaces; they are drawn as if nearer by this share of the distance. */
const LIFT_SHARE = 0.002;

/** The edges of all areas in one draw call, as wide on the screen at any distance. */
export class AreaOutlineLayer extends Layer<AreaOutlineLayerProps> {
  static override layerName = 'AreaOutlineLayer';
  static override defaultProps = layerDefaults({
    areas: { type: 'object', value: [] },
    isHiddenPart: false,
  });
  declare state: OutlineState;

  override getShaders(): object {
    return super.getShaders({
      vs: AREA_OUTLINE_VERTEX,
      fs: AREA_OUTLINE_FRAGMENT,
      modules: [project32, picking, areaOutlineModule],
    }) as object;
  }

  override initializeState(): void {
    const model = new Model(this.context.device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-strip',
      vertexCount: 4,
      isInstanced: true,
      bufferLayout: [
        { name: 'positions', format: 'float32x2' },
        ...INSTANCED.map(([name, format]) => ({ name, format, stepMode: 'instance' as const })),
      ],
    });
    this.setState({ model, buffers: [], numInstances: 0 });
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (props.areas === oldProps.areas) return;
    const { device } = this.context;
    const data = outlineData(props.areas);
    const made = INSTANCED.map(([name]) => device.createBuffer({ data: data.attributes[name] }));
    const corners = device.createBuffer({ data: Float32Array.of(0, -1, 0, 1, 1, -1, 1, 1) });
    for (const buffer of this.state.buffers) buffer.destroy();
    const { model } = this.state;
    model.setAttributes({ positions: corners, ...Object.fromEntries(INSTANCED.map(([name], i) => [name, made[i]!])) });
    // deck.gl hands it to the model.
    this.setState({ buffers: [...made, corners], numInstances: data.count });
  }

  override draw(): void {
    const { model, numInstances } = this.state;
    if (numInstances === 0) return;
    const { viewport, renderPass } = this.context;
    const projection = viewport.projectionMatrix;
    const hiddenPart = this.props.isHiddenPart ? 1 : 0;
    model.shaderInputs.setProps({
      areaOutline: { liftZ: liftZ(projection, LIFT_SHARE), nearW: nearW(projection), hiddenPart },
    });
    model.draw(renderPass);
  }

  override finalizeState(context: this['context']): void {
    for (const buffer of this.state.buffers) buffer.destroy();
    super.finalizeState(context);
  }
}

const INSTANCED: readonly (readonly [keyof OutlineData['attributes'], 'float32x3' | 'float32x4' | 'unorm8x4'])[] = [
  ['instanceStarts', 'float32x3'],
  ['instanceStarts64Low', 'float32x3'],
  ['instanceEnds', 'float32x3'],
  ['instanceEnds64Low', 'float32x3'],
  ['instanceColors', 'unorm8x4'],
  ['instanceStyles', 'float32x4'],
];
