/** Starts compiling and linking without a wait. */
export function startProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const handle = gl.createProgram();
  const shaders = [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const;
  for (const [type, source] of shaders) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(handle, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(handle);
  return handle;
}

/** Waits for the compiler. Throws an Error with its log, prefixed with `name`, if the program does not link. */
export function checkProgram(gl: WebGL2RenderingContext, name: string, handle: WebGLProgram): void {
  if (gl.getProgramParameter(handle, gl.LINK_STATUS) || gl.isContextLost()) return;
  const logs = gl.getAttachedShaders(handle)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
  throw new Error(`${name}: ${[gl.getProgramInfoLog(handle), ...logs].join('\n')}`);
}

/** Compiles and links a program, with a wait. Throws an Error with the log, prefixed with `name`, if it does not link. */
export function linkProgram(gl: WebGL2RenderingContext, name: string, vertex: string, fragment: string): WebGLProgram {
  const handle = startProgram(gl, vertex, fragment);
  checkProgram(gl, name, handle);
  return handle;
}
