/** Time between two looks at a fence, milliseconds. Browsers update its state only between tasks. */
const LOOK_EVERY_MS = 10;

/** Resolves when the GPU has executed all commands so far, or the context is lost. Nothing waits meanwhile. */
export async function gpuDone(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  if (!fence) return;
  while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  gl.deleteSync(fence);
}
