const importEngine = () => import('../../../engine/index.ts');

/**
 * The engine, which is a load of its own: imported like any other module, it would become a part of the strip's. There once
 * {@link loadEngine} has resolved, which comes before the strip is shown.
 */
export let engine: Awaited<ReturnType<typeof importEngine>>;

export async function loadEngine(): Promise<void> {
  engine = await importEngine();
}
