import { access, constants } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isDiskLow } from '@overlook/db';
import { PRODUCT_VERSION } from '@overlook/shared/config';
import type { Services } from '../context.ts';
import { diskFull, notFound, unavailable } from '../errors/app-error.ts';
import { withTimeout } from '../services/with-timeout.ts';
import { OWNER_KEY } from '../storage/objects/open-objects.ts';
import { jobGauge, setJobGauge } from './job-gauge.ts';
import { isForwarded } from './proxy.ts';
import { tokenOf } from './request-context.ts';

const READY_WITHIN_MS = 2000;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

type ProbedServices = Pick<Services, 'db' | 'filesDir' | 'objects' | 'env' | 'log'>;

/**
 * `/livez`: the process runs. `/readyz`: database and storage answer, there is room to write, and the server is not about to
 * stop. `/healthz`: the version. `/metrics`.
 */
export function addProbes(app: FastifyInstance, services: ProbedServices, stopping?: AbortSignal): void {
  const { filesDir } = services;
  // A kept connection would be cut when the server stops, perhaps with a request on its way.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping?.aborted) reply.header('Connection', 'close');
  });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/healthz', async () => ({ status: 'ok', version: PRODUCT_VERSION }));
  app.get('/readyz', async (request) => {
    if (stopping?.aborted) throw unavailable();
    try {
      await withTimeout(Promise.resolve(services.db.execute(sql`select 1`)), READY_WITHIN_MS);
      await access(filesDir, constants.W_OK);
      await withTimeout(services.objects.head(OWNER_KEY), READY_WITHIN_MS);
      if (isDiskLow(filesDir)) throw diskFull();
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      throw unavailable();
    }
    return { status: 'ok' };
  });
  addMetrics(app, services);
}

/** A request from this machine itself, not one that a proxy on this machine forwards. */
const isLocal = (request: FastifyRequest) => LOOPBACK.has(request.ip) && !isForwarded(request);

/** Prometheus metrics for bearers of `METRICS_TOKEN`; where it is not set, for this machine only. */
function addMetrics(app: FastifyInstance, { env, db, log }: ProbedServices): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern.',
    labelNames: ['method', 'route', 'code'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, code: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  const jobs = jobGauge(register);
  app.get('/metrics', async (request, reply) => {
    const mayRead = env.metricsToken ? tokenOf(request, env)?.token === env.metricsToken : isLocal(request);
    if (!mayRead) throw notFound();
    // The other figures are of use also while the database does not answer.
    await withTimeout(setJobGauge(jobs, db), READY_WITHIN_MS).catch((error: unknown) => {
      jobs.reset();
      log.warn({ err: error }, 'jobs not counted for the metrics');
    });
    return reply.type(register.contentType).send(await register.metrics());
  });
  app.addHook('onClose', (_app, done) => {
    register.clear();
    done();
  });
}
