/** The engine, which is loaded apart from the page. */
export const loadEngine = () => import('@overlook/engine');

export type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** Its part that draws over photos. */
export type MarksPart = Awaited<ReturnType<Engine['loadPhotoMarks']>>;
