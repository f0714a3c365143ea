/** The engine, which is loaded apart from the page. */
export const loadEngine = () => import('../../../engine/index.ts');

export type Engine = Awaited<ReturnType<typeof loadEngine>>;
