/**
 * The section volume for other deck.gl layers on a stage: the same half-spaces, dropped in the same way.
 *
 * A layer takes `extensions: [new SectionExtension()]` and `section: EnuSection | null`. Positions are those that deck.gl
 * hands to its shader hooks, counted from the camera rounded to float32 (its common origin in a view without longitude and
 * latitude); the planes are moved there in double precision.
 */
import { type Layer, LayerExtension } from '@deck.gl/core';
import { type EnuSection, MAX_SECTION_PLANES, planesAround } from '../geometry/half-spaces.ts';

export interface SectionExtensionProps {
  section: EnuSection | null;
}

const BLOCK = /* glsl */ `
layout(std140) uniform sectionUniforms {
  mat4 planes0;
  mat4 planes1;
  mat4 planes2;
} section;
`;

const sectionModule = {
  name: 'section',
  vs: `${BLOCK}out vec3 section_position;\n`,
  fs: /* glsl */ `${BLOCK}in vec3 section_position;
bool section_isCut() {
  vec4 p = vec4(section_position, 1.0);
  return any(lessThan(min(min(p * section.planes0, p * section.planes1), p * section.planes2), vec4(0.0)));
}
`,
  inject: {
    'vs:DECKGL_FILTER_GL_POSITION': 'section_position = geometry.position.xyz;',
    'fs:DECKGL_FILTER_COLOR': 'if (section_isCut()) discard;',
  },
  uniformTypes: { planes0: 'mat4x4<f32>', planes1: 'mat4x4<f32>', planes2: 'mat4x4<f32>' },
};

const NO_SECTION: EnuSection = { planes: new Float64Array(0), box: null };

export class SectionExtension extends LayerExtension {
  static override extensionName = 'SectionExtension';
  static override defaultProps = { section: { type: 'object', value: null } };

  override getShaders(this: Layer): object {
    return { modules: [sectionModule] };
  }

  override draw(this: Layer<SectionExtensionProps>): void {
    const [x, y, z] = this.context.viewport.position.map(Math.fround);
    const planes = planesAround(this.props.section ?? NO_SECTION, x!, y!, z!, new Float32Array(4 * MAX_SECTION_PLANES));
    this.setShaderModuleProps({
      section: { planes0: planes.slice(0, 16), planes1: planes.slice(16, 32), planes2: planes.slice(32, 48) },
    });
  }
}
