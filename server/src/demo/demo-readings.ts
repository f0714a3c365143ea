import type { FastifyInstance } from 'fastify';
import type { PermissionMap } from '@overlook/shared/permissions';
import type { Caller, Services } from '../context.ts';
import type { Instrument } from './layers/instruments.ts';
import { firstEvent, READING_EVERY_MS, READINGS_PATH, readingsEvent } from './layers/readings.ts';
import { layerSites } from '../domains/layers/list-layers.ts';
import { notFound } from '../errors/app-error.ts';
import { NO_FILE, readingCaller } from '../files/file-answers.ts';

const LAYER = 'sensors';

/**
 * The instruments of the demo as a stream, for people who have the layer of its sensors. It ends with their session or their
 * permission: when either changes, and before each reading.
 */
export function addDemoReadings(app: FastifyInstance, services: Services): void {
  const { access, clock, installedLayers, liveStreams } = services;
  let instruments: readonly Instrument[] | null = null;
  const load = async (): Promise<readonly Instrument[]> => {
    // The plant's description is loaded with the first request only.
    const [{ instrumentsOf }, { describeSite }] = await Promise.all([
      import('./layers/instruments.ts'),
      import('./plant/sites.ts'),
    ]);
    return instrumentsOf(describeSite('ridgeway'));
  };
  const hasLayer = async (permissions: PermissionMap): Promise<boolean> => {
    const layer = (await installedLayers.all()).find(({ manifest }) => manifest.id === LAYER);
    return layer !== undefined && (await layerSites(services, permissions, layer.manifest)).length > 0;
  };
  const mayGoOn = async (caller: Caller): Promise<boolean> =>
    (await access.isLive(caller)) && (await hasLayer(await access.permissions(caller.userId)));
  app.get(READINGS_PATH, async (request, reply) => {
    const caller = await readingCaller(services, request, reply);
    if (!(await hasLayer(caller.permissions))) throw notFound(NO_FILE);
    instruments ??= await load();
    const known = instruments;
    const gone = new AbortController();
    const { signal, close } = liveStreams.open(caller, gone.signal);
    const send = (event: string) => reply.raw.write(event);
    reply.hijack();
    reply.raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    send(firstEvent(known, clock.now().getTime()));
    // Without an answer of the database it is not known whether the stream may continue.
    const check = async () => {
      if (!(await mayGoOn(caller).catch(() => false))) gone.abort();
    };
    const tell = async () => {
      await check();
      if (!signal.aborted) send(readingsEvent(known, clock.now().getTime()));
    };
    const timer = setInterval(() => void tell(), READING_EVERY_MS);
    const ignoreChanges = access.onChange(() => void check());
    const end = () => {
      clearInterval(timer);
      ignoreChanges();
      close();
      reply.raw.end();
    };
    // The server may be stopping, and the client may have gone while its permission was read.
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    if (reply.raw.closed) gone.abort();
    else reply.raw.once('close', () => gone.abort());
  });
}
