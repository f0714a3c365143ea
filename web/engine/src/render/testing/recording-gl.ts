/** GL state in which something was drawn. */
export interface RecordedDraw {
  /** The bound vertex array. */
  readonly of: unknown;
  readonly program: unknown;
  readonly isBlending: boolean;
  readonly writesDepth: boolean;
  readonly isCulling: boolean;
  /** CCW or CW. */
  readonly frontFace: unknown;
  readonly scissor: readonly number[] | null;
  /** Name of the GL function. */
  readonly call: string;
}

const MODES: Readonly<Record<string, number>> = { POINTS: 0, LINES: 1, TRIANGLES: 4 };
const VIEWPORT_PX = [0, 0, 640, 400];

/**
 * A context without a GPU: it compiles every program at once, follows the state that decides how something is drawn, and records
 * the draws in order. Its constants are their names, except for the modes of draws.
 */
export function recordingGl() {
  const draws: RecordedDraw[] = [];
  /** Numbers of calls by function. */
  const counts = new Map<string, number>();
  const enabled = new Set<unknown>();
  let [vertexArray, program]: unknown[] = [null, null];
  let writesDepth = true;
  let frontFace: unknown = 'CCW';
  let scissor: readonly number[] = VIEWPORT_PX;
  const parameters: Record<string, () => unknown> = {
    VIEWPORT: () => VIEWPORT_PX,
    SCISSOR_BOX: () => scissor,
  };
  const own: Record<string, unknown> = {
    ...MODES,
    getExtension: () => null,
    getParameter: (name: string) => parameters[name]?.() ?? null,
    getProgramParameter: () => true,
    getSyncParameter: () => 'SIGNALED',
    isEnabled: (name: string) => enabled.has(name),
    enable: (name: string) => void enabled.add(name),
    disable: (name: string) => void enabled.delete(name),
    frontFace: (front: unknown) => void (frontFace = front),
    depthMask: (isOn: boolean) => void (writesDepth = isOn),
    scissor: (...area: number[]) => void (scissor = area),
    bindVertexArray: (array: unknown) => void (vertexArray = array),
    useProgram: (used: unknown) => void (program = used),
  };
  for (const call of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'])
    own[call] = () =>
      draws.push({
        of: vertexArray,
        program,
        isBlending: enabled.has('BLEND'),
        writesDepth,
        isCulling: enabled.has('CULL_FACE'),
        frontFace,
        scissor: enabled.has('SCISSOR_TEST') ? scissor : null,
        call,
      });
  const counted = (name: string, call: (...args: unknown[]) => unknown) =>
    function (...args: unknown[]) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return call(...args);
    };
  const made = (name: string) =>
    /^(create|fenceSync|getUniformLocation)/.test(name) ? () => ({ name }) : () => undefined;
  const context = new Proxy(own, {
    get(target, name: string) {
      const value = target[name] ?? (/^[A-Z0-9_]+$/.test(name) ? name : made(name));
      return typeof value === 'function' ? counted(name, value as () => unknown) : value;
    },
  });
  return {
    // The renderer calls the function of the prototype too (vertex-arrays.ts).
    gl: Object.create(context) as WebGL2RenderingContext,
    draws,
    callsOf: (name: keyof WebGL2RenderingContext): number => counts.get(name) ?? 0,
    /** The state after the last frame. */
    state: () => ({ vertexArray, writesDepth, isBlending: enabled.has('BLEND'), isCulling: enabled.has('CULL_FACE') }),
  };
}
