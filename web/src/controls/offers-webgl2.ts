/** Whether the browser can draw at all. Asked after a failure alone: a context takes its time. */
export function offersWebGl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A page can have few contexts; this one has answered the question.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
