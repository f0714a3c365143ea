import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Db, MocNotice } from '@overlook/db';
import { BODY_LARGEST_BYTES } from '@overlook/shared/config';
import type { Services } from './context.ts';
import type { Env } from './env.ts';
import { answerErrors, earlyErrors } from './http/answer-errors.ts';
import { addCors } from './http/cors.ts';
import { createLogger, logAnswers, requestLogging } from './http/logging.ts';
import { limitPipelined } from './http/pipelined.ts';
import { addProbes } from './http/probes.ts';
import { noteOwnRequests, warnOfUntrustedProxy } from './http/proxy.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addSingleSignOn } from './files/single-sign-on.ts';
import { addUserGuide } from './files/user-guide.ts';
import { addVisitPages } from './files/visit-pages.ts';
import { addWebApp } from './files/web-app.ts';
import { addRestTable } from './rest/adapter.ts';
import { addAttachmentFiles } from './files/attachment-files.ts';
import { addUploadBytes } from './files/uploads/upload-bytes.ts';
import { addDemoReadings } from './demo/demo-readings.ts';
import { addExportFiles } from './files/export-files.ts';
import { addLayerFiles } from './files/layer-files.ts';
import { addMocFiles } from './files/moc-files.ts';
import { addModelFiles } from './files/model-files.ts';
import { addSnapshotFiles } from './files/snapshot-files.ts';
import { addReference } from './rest/reference.ts';
import { type Access, createAccess } from './sessions/access.ts';
import { type Broadcast, createBroadcast } from './services/broadcast.ts';
import { type Clock, systemClock } from './services/clock.ts';
import { createHealthProbes, type HealthProbes } from './services/health/health-probes.ts';
import { createExternalMetadata } from './services/external-metadata.ts';
import { createMeshIndexes } from './meshes/mesh-indexes.ts';
import { meshProcesses } from './meshes/meshes-process.ts';
import { createCountGrids } from './pointclouds/count-grids.ts';
import { createLiveStreams } from './services/live-streams.ts';
import { createMailQueue } from './services/mail/queue-mail.ts';
import { createPasswords, type Passwords } from './services/password-hashes.ts';
import { StoredFolders } from './storage/folders/stored-folders.ts';
import { FolderStore } from './storage/objects/folder-store.ts';
import { listElsewhere } from './storage/objects/two-stores.ts';
import type { ObjectStore } from './storage/objects/object-store.ts';
import { createSecretBox } from './services/secret-box.ts';
import { createSignInGuard } from './services/sign-in-guard.ts';
import { createInstalledLayers, layersFolder } from './services/installed-layers.ts';
import { createVisitors } from './sessions/visitors.ts';
import { addTrpc } from './api-router/add-trpc.ts';

/** A request that has not been sent completely within this time is aborted. */
const REQUEST_TIMEOUT_MS = 60_000;

/** A connection without any traffic for this long is closed: its client does not read the response. */
const CONNECTION_TIMEOUT_MS = 120_000;

export interface AppOptions {
  readonly env: Env;
  readonly db: Db;
  /** Folder of published files; model files are below its `models`. */
  readonly filesDir: string;
  /** Those that are one object each; below `filesDir` without it. */
  readonly objects?: ObjectStore;
  /** Versions of layers and exact clouds, in these. */
  readonly folders?: StoredFolders;
  /** Folder of the built web app. */
  readonly webDir: string;
  /** The user guide as PDF; the file may be absent. */
  readonly guideFile?: string;
  readonly clock?: Clock;
  readonly passwords?: Passwords;
  readonly access?: Access;
  readonly healthProbes?: HealthProbes;
  /** Notices of saved MOCs from the database; without it clients get no notices. */
  readonly mocNotices?: Broadcast<MocNotice>;
  readonly logger?: FastifyBaseLogger;
  /** Aborted when the server is about to stop: it is not ready any more, and keeps no connection. */
  readonly stopping?: AbortSignal;
  /** Where the demo's external sources answer. */
  readonly demoSourcesUrl?: () => Promise<string>;
}

/** Batched tRPC calls name all their operations in one segment of the path. */
const ROUTER_OPTIONS = { maxParamLength: 4000 };

function servicesOf(options: AppOptions): Services {
  const { env, db, filesDir, clock = systemClock, logger: log = createLogger(env) } = options;
  const objects = options.objects ?? new FolderStore(filesDir);
  const folders = options.folders ?? new StoredFolders({ filesDir, objects });
  const access = options.access ?? createAccess(db, clock);
  const secrets = createSecretBox(env);
  return {
    db,
    filesDir,
    objects,
    folders,
    env,
    log,
    clock,
    access,
    passwords: options.passwords ?? createPasswords(),
    signInGuard: createSignInGuard(db, clock),
    mail: createMailQueue(env.productName),
    secrets,
    healthProbes: options.healthProbes ?? createHealthProbes(env, filesDir, clock, () => listElsewhere(objects)),
    externalMetadata: createExternalMetadata({ clock, log, demoUrl: options.demoSourcesUrl }),
    meshIndexes: createMeshIndexes({ folders, memoryMb: env.convertMemoryMb, index: meshProcesses.index }),
    countGrids: createCountGrids(),
    mocNotices: options.mocNotices ?? createBroadcast(),
    liveStreams: createLiveStreams(),
    visitors: createVisitors({ db, env, clock, access, secrets }),
    installedLayers: createInstalledLayers(layersFolder({ filesDir }), clock, log),
  };
}

/** Builds the server without a port: the caller calls `listen` or `inject`, and `close`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const services = servicesOf(options);
  const { env, log, clock } = services;
  const { webDir } = options;
  const app: FastifyInstance = Fastify({
    ...requestLogging,
    ...earlyErrors,
    loggerInstance: log,
    bodyLimit: BODY_LARGEST_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    trustProxy: env.trustProxy.length > 0 ? [...env.trustProxy] : false,
    routerOptions: ROUTER_OPTIONS,
  });
  // This runs before the server waits for its open connections.
  app.addHook('preClose', async () => services.liveStreams.stop());
  app.addHook('onClose', async () => services.healthProbes.storage.stop());
  limitPipelined(app);
  answerErrors(app);
  logAnswers(app);
  warnOfUntrustedProxy(app, env);
  noteOwnRequests(app, services.healthProbes.seenRequests);
  await app.register(cookie);
  addSecurityHeaders(app, env);
  addCors(app, env);
  addProbes(app, services, options.stopping);
  await addTrpc(app, services);
  await addRestTable(app, services);
  addModelFiles(app, services);
  addLayerFiles(app, services);
  if (env.demo) addDemoReadings(app, services);
  await addPeoplesFiles(app, services);
  addSingleSignOn(app, services);
  addReference(app, env);
  addUserGuide(app, clock, options.guideFile ?? null);
  addVisitPages(app, services, webDir);
  addWebApp(app, services, webDir);
  return app;
}

/** Files that people send and receive besides models. */
async function addPeoplesFiles(app: FastifyInstance, services: Services): Promise<void> {
  addExportFiles(app, services);
  await addSnapshotFiles(app, services);
  await addAttachmentFiles(app, services);
  await addUploadBytes(app, services);
  await addMocFiles(app, services);
}
