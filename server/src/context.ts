import type { FastifyBaseLogger } from 'fastify';
import type { Db, MocNotice } from '@overlook/db';
import type { PermissionMap, PermissionToken } from '@overlook/shared/permissions';
import type { Env } from './env.ts';
import type { Access, Session } from './sessions/access.ts';
import type { InstalledLayers } from './services/installed-layers.ts';
import type { Broadcast } from './services/broadcast.ts';
import type { MeshIndexes } from './meshes/mesh-indexes.ts';
import type { CountGrids } from './pointclouds/count-grids.ts';
import type { Clock } from './services/clock.ts';
import type { HealthProbes } from './services/health/health-probes.ts';
import type { ExternalMetadata } from './services/external-metadata.ts';
import type { LiveStreams } from './services/live-streams.ts';
import type { MailQueue } from './services/mail/queue-mail.ts';
import type { Passwords } from './services/password-hashes.ts';
import type { StoredFolders } from './storage/folders/stored-folders.ts';
import type { ObjectStore } from './storage/objects/object-store.ts';
import type { SecretBox } from './services/secret-box.ts';
import type { SignInGuard } from './services/sign-in-guard.ts';
import type { Visitor, Visitors } from './sessions/visitors.ts';

/** The dependencies of all operations; created once for each server. */
export interface Services {
  readonly db: Db;
  /** `<DATA_DIR>/files`. */
  readonly filesDir: string;
  /** Files that are one object each: in that folder, or in S3. */
  readonly objects: ObjectStore;
  /** Versions of layers and exact clouds: likewise. */
  readonly folders: StoredFolders;
  readonly env: Env;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly access: Access;
  readonly passwords: Passwords;
  readonly signInGuard: SignInGuard;
  readonly mail: MailQueue;
  readonly secrets: SecretBox;
  readonly healthProbes: HealthProbes;
  readonly externalMetadata: ExternalMetadata;
  readonly meshIndexes: MeshIndexes;
  readonly countGrids: CountGrids;
  /** Saves of MOCs by any process on the database. */
  readonly mocNotices: Broadcast<MocNotice>;
  readonly liveStreams: LiveStreams;
  readonly visitors: Visitors;
  readonly installedLayers: InstalledLayers;
}

/** The calling user, in a live session. */
export interface Caller extends Session {
  readonly permissions: PermissionMap;
  /** A bearer token may change things; the cookie only reads. */
  readonly via: 'bearer' | 'cookie';
  /** The global tokens that the operation needs: a change of access checks them again under its lock. */
  readonly mustHold?: readonly PermissionToken[];
}

/** The calling browser or client. */
export interface Device {
  /** "Firefox on Windows". */
  readonly name: string;
  /** The token by which it is recognised; null at its first sign-in, and for clients without cookies. */
  readonly token: string | null;
}

/** One request, as the operations see it. */
export interface RequestContext extends Services {
  readonly caller: Caller | null;
  /** The caller as a reader. */
  readonly reader: Reader | null;
  /**
   * The visitor of a public link or an embed; null for others. Throws 404 and 403 for a grant that is not valid here.
   */
  visitor(): Promise<Visitor | null>;
  /** Aborted when the client has gone, and after the answer: what is made for it alone ends then. */
  readonly ended: AbortSignal;
  /** IP address of the client. */
  readonly address: string;
  readonly device: Device;
  /** True when the request is from a page of another origin. */
  readonly isForeign: boolean;
  /** The origin of the calling page; null for the instance's own pages and for clients that are not browsers. */
  readonly foreignOrigin: string | null;
  /** Sets the browser's reading cookie, or clears it (null). */
  setSessionCookie(session: { token: string; idleEndsAt: Date } | null): void;
  /** The token that the browser got when it returned from the identity provider; null for all other requests. */
  readonly returnToken: string | null;
  /** Sets that token in the browser, or clears it (null). */
  setReturnCookie(token: string | null): void;
  /** Sets the token by which the browser is recognised. */
  setDeviceCookie(token: string): void;
}

/** The same for operations that need a session. */
export type SignedInContext = RequestContext & { readonly caller: Caller };

/** The requirement for reading: a session, or the visit of a public link or an embed. */
export type Reader = Pick<Caller, 'permissions'> & Partial<Pick<Caller, 'userId'> & Pick<Visitor, 'view'>>;

/** The same for operations that visitors may also call. */
export type ReadingContext = RequestContext & { readonly reader: Reader };
