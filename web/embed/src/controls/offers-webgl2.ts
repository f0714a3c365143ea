/** Whether the browser has WebGL 2. It is checked only after a failure, because creating a context takes time. */
export function offersWebGl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A page can have few contexts; this one has answered the question.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
