/** The errors of WebGL for programs that are created from now on. */
export interface ShaderWatch {
  /** Shaders that do not compile and programs that cannot be linked, each once, with the message of the driver. */
  readonly problems: readonly string[];
  /** Programs that were linked. */
  programs(): number;
  /** Draw calls. */
  draws(): number;
}

type Call = (this: WebGL2RenderingContext, ...args: never[]) => unknown;
type Prototype = Record<string, Call>;

const DRAW_CALLS = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'];

/** Begins before the first context is made. Each program is asked at once, which a page that draws for people avoids. */
export function watchShaders(): ShaderWatch {
  const prototype = WebGL2RenderingContext.prototype as unknown as Prototype;
  const problems = new Set<string>();
  let [programs, draws] = [0, 0];
  after(prototype, 'compileShader', (gl, shader: WebGLShader) => {
    if (gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return;
    const source = gl.getShaderSource(shader) ?? '';
    const log = firstLine(gl.getShaderInfoLog(shader));
    problems.add(`the ${kindOf(gl, shader)} shader${nameIn(source)} does not compile: ${log}`);
  });
  after(prototype, 'linkProgram', (gl, program: WebGLProgram) => {
    const shaders = gl.getAttachedShaders(program) ?? [];
    if (gl.getProgramParameter(program, gl.LINK_STATUS)) return void programs++;
    // A shader that does not compile has been named.
    if (shaders.some((shader) => !gl.getShaderParameter(shader, gl.COMPILE_STATUS))) return;
    const source = shaders.map((shader) => gl.getShaderSource(shader) ?? '').join('');
    problems.add(`the program${nameIn(source)} cannot be linked: ${firstLine(gl.getProgramInfoLog(program))}`);
  });
  for (const name of DRAW_CALLS) after(prototype, name, () => void draws++);
  return {
    get problems() {
      return [...problems];
    },
    programs: () => programs,
    draws: () => draws,
  };
}

function after<Subject>(prototype: Prototype, name: string, look: (gl: WebGL2RenderingContext, of: Subject) => void) {
  const own = prototype[name]!;
  prototype[name] = function (...args) {
    const answer = own.apply(this, args);
    look(this, args[0] as Subject);
    return answer;
  };
}

const kindOf = (gl: WebGL2RenderingContext, shader: WebGLShader): string =>
  gl.getShaderParameter(shader, gl.SHADER_TYPE) === gl.VERTEX_SHADER ? 'vertex' : 'fragment';

/** luma.gl writes the name of the model into each shader. */
function nameIn(source: string): string {
  const name = /^#define SHADER_NAME (\S+)/m.exec(source)?.[1];
  return name ? ` of ${name}` : '';
}

const firstLine = (log: string | null): string => (log ?? '').trim().split('\n')[0]!.trim() || 'no reason is given';
