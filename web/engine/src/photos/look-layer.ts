/**
 * A photo over the model, seen from the position of its camera. For the view direction of each pixel of the screen, the shader
 * finds the pixel of the photo with the same direction, so that photo and model match for any rotation, lens and screen size.
 */
import { Layer, type LayerProps, project32 } from '@deck.gl/core';
import type { Buffer, Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import type { PhotoCamera } from '@overlook/shared/maths';
import type { SiteViewport } from '../view/site-view.ts';
import { lookUniforms } from './look-uniforms.ts';
import { pictureTexture } from './picture-texture.ts';
import type { ShownPicture } from './shown-picture.ts';
import { layerDefaults } from '../library-types.ts';

export interface LookLayerProps extends LayerProps {
  /** In the site frame (ENU metres); null shows nothing. */
  camera: PhotoCamera | null;
  picture: ShownPicture;
}

interface LookState {
  [key: string]: unknown;
  model: Model;
  corners: Buffer;
  texture: Texture | null;
  bitmap: ImageBitmap | null;
}

const UNIFORMS = /* glsl */ `
layout(std140) uniform photoLookUniforms {
  vec4 right;
  vec4 up;
  vec4 ahead;
  vec4 lens;
} photoLook;
`;

const lookModule = {
  name: 'photoLook',
  vs: UNIFORMS,
  fs: UNIFORMS,
  uniformTypes: { right: 'vec4<f32>', up: 'vec4<f32>', ahead: 'vec4<f32>', lens: 'vec4<f32>' },
} as const;

const VERTEX_SHADER = /* glsl */ `#version 300 es
#define SHADER_NAME photo-look-vertex
in vec2 positions;
out vec3 look_way;

void main() {
  gl_Position = vec4(positions, 0.0, 1.0);
  // In the frame of the photo's camera: right, up, forward.
  look_way = photoLook.right.xyz * positions.x + photoLook.up.xyz * positions.y + photoLook.ahead.xyz;
}
`;

const FRAGMENT_SHADER = /* glsl */ `#version 300 es
#define SHADER_NAME photo-look-fragment
precision highp float;
uniform sampler2D picture;
in vec3 look_way;
out vec4 fragColor;
const float PI = 3.14159265358979;

void main() {
  bool isSphere = photoLook.right.w > 0.5;
  vec2 at;
  if (isSphere) {
    float turn = atan(look_way.x, look_way.z) / (2.0 * PI) + 0.5;
    float fall = 0.5 - atan(look_way.y, length(look_way.xz)) / PI;
    // Size of the whole sphere as a share of the picture, and the offset of the picture in it.
    at = vec2(turn, fall) * photoLook.lens.xy - photoLook.lens.zw;
  } else {
    at = vec2(0.5) + vec2(look_way.x, -look_way.y) / look_way.z * photoLook.lens.xy;
  }
  // At the seam of the sphere the derivative between two pixels is the whole width.
  vec2 over = vec2(fract(at.x + 0.5), at.y);
  vec2 alongX = dFdx(at);
  vec2 alongY = dFdy(at);
  if (isSphere && photoLook.up.w > 0.5) {
    vec2 overX = dFdx(over);
    vec2 overY = dFdy(over);
    if (abs(overX.x) < abs(alongX.x)) alongX = overX;
    if (abs(overY.x) < abs(alongY.x)) alongY = overY;
  }
  if ((!isSphere && look_way.z <= 0.0) || any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0)))) discard;
  fragColor = vec4(textureGrad(picture, at, alongX, alongY).rgb, layer.opacity);
}
`;

export class LookLayer extends Layer<LookLayerProps> {
  static override layerName = 'LookLayer';
  static override defaultProps = layerDefaults({
    camera: { type: 'object', value: null },
    picture: { type: 'object', value: null },
    parameters: { depthCompare: 'always', depthWriteEnabled: false, cullMode: 'none' },
  });
  declare state: LookState;

  override getShaders(): object {
    return super.getShaders({ vs: VERTEX_SHADER, fs: FRAGMENT_SHADER, modules: [project32, lookModule] }) as object;
  }

  override initializeState(): void {
    const { device } = this.context;
    const corners = device.createBuffer({ data: Float32Array.of(-1, -1, 1, -1, -1, 1, 1, 1) });
    const model = new Model(device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'triangle-strip',
      vertexCount: 4,
      bufferLayout: [{ name: 'positions', format: 'float32x2' }],
    });
    model.setAttributes({ positions: corners });
    this.setState({ model, corners, texture: null, bitmap: null });
  }

  override get isLoaded(): boolean {
    return super.isLoaded && !this.props.picture.isLoading;
  }

  override draw(): void {
    const { camera, picture } = this.props;
    const { model } = this.state;
    const { projectionMatrix } = this.context.viewport;
    const screen = (this.context.viewport as SiteViewport).cameraFrame();
    // From the position of the photo's camera only a perspective view sees what the photo shows.
    const photoLook = camera && !screen.isOrtho && lookUniforms(camera, { ...screen, projectionMatrix });
    if (!photoLook || !picture.bitmap) return;
    this.take(picture.bitmap, camera.lens.projection === 'equirectangular' && camera.lens.crop === null);
    model.shaderInputs.setProps({ photoLook });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: this['context']): void {
    this.state.corners.destroy();
    this.state.texture?.destroy();
    super.finalizeState(context);
  }

  private take(bitmap: ImageBitmap, wraps: boolean): void {
    if (this.state.bitmap === bitmap) return;
    this.state.texture?.destroy();
    const texture = pictureTexture(this.context.device, bitmap, wraps);
    this.state.model.setBindings({ picture: texture });
    Object.assign(this.state, { texture, bitmap });
  }
}
