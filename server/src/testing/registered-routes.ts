import type { FastifyInstance } from 'fastify';

const LINE = /^(?<indent>[│ ]*)[├└]── (?<part>.*?)(?<isRoute> \([A-Z, ]+\))?$/;

/** Each level of the printed tree is set in by this many characters. */
const LEVEL = 4;

/**
 * The addresses that a server answers, as "GET /api/…", read from the route tree that Fastify prints for one method.
 */
export function registeredRoutes(app: FastifyInstance): string[] {
  return (['GET', 'POST', 'PUT'] as const).flatMap((method) => {
    const parts: string[] = [];
    return app
      .printRoutes({ method })
      .split('\n')
      .flatMap((line) => {
        const { indent, part, isRoute } = LINE.exec(line)?.groups ?? {};
        if (indent === undefined) return [];
        parts.length = indent.length / LEVEL;
        parts.push(part!);
        return isRoute ? [`${method} ${parts.join('')}`] : [];
      });
  });
}
