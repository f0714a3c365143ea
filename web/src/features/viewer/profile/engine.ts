const importEngine = () => import('@overlook/engine');

/**
 * The engine as a separate chunk: with a static import it would become part of the chunk of the strip. Defined once
 * {@link loadEngine} has resolved, before the strip is shown.
 */
export let engine: Awaited<ReturnType<typeof importEngine>>;

export async function loadEngine(): Promise<void> {
  engine = await importEngine();
}
