/** A context that counts draw calls. The test sets the query results. */
export function queryingGl() {
  /** By query, whether its box is visible; null without a result. */
  const samples = new Map<object, boolean | null>();
  const calls: string[] = [];
  let isLost = false;
  const own: Record<string, unknown> = {
    createQuery: () => ({}),
    beginQuery(_target: number, query: object) {
      samples.delete(query);
      samples.set(query, null);
    },
    drawArrays: () => calls.push('draw'),
    getQueryParameter: (query: object, name: string) =>
      name === 'available' ? samples.get(query) !== null : samples.get(query),
    QUERY_RESULT_AVAILABLE: 'available',
    QUERY_RESULT: 'result',
    createProgram: () => ({}),
    createShader: () => ({}),
    createVertexArray: () => ({}),
    isContextLost: () => isLost,
  };
  const gl = new Proxy(own, { get: (target, name: string) => target[name] ?? (() => undefined) });
  const set = (queries: readonly object[], isSeen: readonly boolean[]) =>
    queries.forEach((query, i) => samples.set(query, isSeen[i]!));
  return {
    gl: gl as unknown as WebGL2RenderingContext,
    calls,
    /** Sets the results of the newest queries. */
    answer: (...isSeen: boolean[]) => set([...samples.keys()].slice(-isSeen.length), isSeen),
    /** Sets the results of the oldest queries. */
    answerFirst: (...isSeen: boolean[]) => set([...samples.keys()].slice(0, isSeen.length), isSeen),
    lose: () => void (isLost = true),
  };
}
