let answer: boolean | null = null;

/**
 * True when WebGL runs on the processor (SwiftShader, llvmpipe and their kin): smoothing edges then costs several times
 * what the picture does. Asked of a context of its own, once for the page.
 */
export function rendersInSoftware(): boolean {
  if (answer !== null) return answer;
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  answer = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
  return answer;
}
