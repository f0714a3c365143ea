import { Layer, type LayerProps, picking, project32, type UpdateParameters } from '@deck.gl/core';
import type { Buffer, Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import type { Vec3 } from '@overlook/shared/maths';
import { splitDoubles } from '../areas/split-doubles.ts';
import { pictureTexture } from './picture-texture.ts';
import type { ShownPicture } from './shown-picture.ts';
import { layerDefaults } from '../library-types.ts';

export interface PictureLayerProps extends LayerProps {
  /** Site ENU metres: upper left, upper right, lower left, lower right. */
  corners: readonly [Vec3, Vec3, Vec3, Vec3] | null;
  picture: ShownPicture;
}

interface PictureState {
  [key: string]: unknown;
  model: Model;
  buffers: Buffer[];
  texture: Texture | null;
  /** The content of the texture. */
  bitmap: ImageBitmap | null;
}

const VERTEX_SHADER = /* glsl */ `#version 300 es
#define SHADER_NAME photo-picture-vertex
in vec3 positions;
in vec3 positions64Low;
in vec2 texCoords;
out vec2 picture_at;

void main() {
  geometry.worldPosition = positions;
  gl_Position = project_position_to_clipspace(positions, positions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  picture_at = texCoords;
}
`;

const FRAGMENT_SHADER = /* glsl */ `#version 300 es
#define SHADER_NAME photo-picture-fragment
precision highp float;
uniform sampler2D picture;
in vec2 picture_at;
out vec4 fragColor;

void main() {
  fragColor = vec4(texture(picture, picture_at).rgb, layer.opacity);
  DECKGL_FILTER_COLOR(fragColor, geometry);
}
`;

/** A picture on a flat quadrilateral in the scene, visible from both sides. */
export class PictureLayer extends Layer<PictureLayerProps> {
  static override layerName = 'PictureLayer';
  static override defaultProps = layerDefaults({
    corners: { type: 'object', value: null },
    picture: { type: 'object', value: null },
    parameters: { depthCompare: 'less-equal', depthWriteEnabled: false, cullMode: 'none' },
  });
  declare state: PictureState;

  override getShaders(): object {
    return super.getShaders({ vs: VERTEX_SHADER, fs: FRAGMENT_SHADER, modules: [project32, picking] }) as object;
  }

  override initializeState(): void {
    const model = new Model(this.context.device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-strip',
      vertexCount: 4,
      bufferLayout: [
        { name: 'positions', format: 'float32x3' },
        { name: 'positions64Low', format: 'float32x3' },
        { name: 'texCoords', format: 'float32x2' },
      ],
    });
    this.setState({ model, buffers: [], texture: null, bitmap: null });
  }

  override updateState({ props, oldProps }: UpdateParameters<this>): void {
    if (props.corners === oldProps.corners || !props.corners) return;
    const { model, buffers } = this.state;
    for (const buffer of buffers) buffer.destroy();
    const [high, low] = splitDoubles(Float64Array.from(props.corners.flat()));
    const made = [high, low, Float32Array.of(0, 0, 1, 0, 0, 1, 1, 1)].map((data) =>
      this.context.device.createBuffer({ data }),
    );
    model.setAttributes({ positions: made[0]!, positions64Low: made[1]!, texCoords: made[2]! });
    this.setState({ buffers: made });
  }

  override get isLoaded(): boolean {
    return super.isLoaded && !this.props.picture.isLoading;
  }

  override draw(): void {
    const { corners, picture } = this.props;
    if (!corners || !picture.bitmap) return;
    this.take(picture.bitmap);
    this.state.model.draw(this.context.renderPass);
  }

  override finalizeState(context: this['context']): void {
    for (const buffer of this.state.buffers) buffer.destroy();
    this.state.texture?.destroy();
    super.finalizeState(context);
  }

  private take(bitmap: ImageBitmap): void {
    if (this.state.bitmap === bitmap) return;
    this.state.texture?.destroy();
    const texture = pictureTexture(this.context.device, bitmap, false);
    this.state.model.setBindings({ picture: texture });
    Object.assign(this.state, { texture, bitmap });
  }
}
