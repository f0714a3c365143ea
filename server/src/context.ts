import type { FastifyBaseLogger } from 'fastify';
import type { Db, MocNotice } from '@overlook/db';
import type { PermissionMap, PermissionToken } from '@overlook/shared/permissions';
import type { Env } from './env.ts';
import type { Access, Session } from './domains/access/access.ts';
import type { InstalledLayers } from './domains/layers/installed-layers.ts';
import type { Broadcast } from './services/broadcast.ts';
import type { MeshIndexes } from './meshes/mesh-indexes.ts';
import type { CountGrids } from './pointclouds/count-grids.ts';
import type { Clock } from './services/clock.ts';
import type { HealthProbes } from './services/health/health-probes.ts';
import type { ExternalMetadata } from './services/external-metadata.ts';
import type { LiveStreams } from './services/live-streams.ts';
import type { MailQueue } from './services/mail/queue-mail.ts';
import type { Passwords } from './domains/auth/password/password-hashes.ts';
import type { SecretBox } from './services/secret-box.ts';
import type { SignInGuard } from './domains/auth/session/sign-in-guard.ts';
import type { Visitor, Visitors } from './domains/view-grants/visitors.ts';

/** What the operations work with; made once for each server. */
export interface Services {
  readonly db: Db;
  /** `<DATA_DIR>/files`. */
  readonly filesDir: string;
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

/** The user who asks, in a live session. */
export interface Caller extends Session {
  readonly permissions: PermissionMap;
  /** A bearer token may change things; the cookie only reads (decisions §2). */
  readonly via: 'bearer' | 'cookie';
  /** The global tokens that the operation needs: a change of access asks for them again under its lock. */
  readonly mustHold?: readonly PermissionToken[];
}

/** The browser or client that asks. */
export interface Device {
  /** "Firefox on Windows". */
  readonly name: string;
  /** What it is known again by; null at its first sign-in, and for clients that keep no cookies. */
  readonly token: string | null;
}

/** One request, as the operations see it. */
export interface RequestContext extends Services {
  readonly caller: Caller | null;
  /** Who asks by a public link or an embed; null for others. Throws 404 and 403 for a grant that does not open here. */
  visitor(): Promise<Visitor | null>;
  /** IP address of the client. */
  readonly address: string;
  /** What asks. */
  readonly device: Device;
  /** True when a page of another origin asks. */
  readonly isForeign: boolean;
  /** The origin of the page that asks; null for the instance's own pages and for clients that are no browsers. */
  readonly foreignOrigin: string | null;
  /** Gives the browser its reading cookie, or takes it back (null). */
  setSessionCookie(session: { token: string; idleEndsAt: Date } | null): void;
  /** What the browser was given when it came back from the identity provider; null for every other. */
  readonly returnToken: string | null;
  /** Gives the browser that token, or takes it back (null). */
  setReturnCookie(token: string | null): void;
  /** Gives the browser what it is known again by. */
  setDeviceCookie(token: string): void;
}

/** The same for operations that need a session. */
export type SignedInContext = RequestContext & { readonly caller: Caller };

/** What reading takes: a session, or the visit of a public link or an embed. */
export type Reader = Pick<Caller, 'permissions'>;

/** The same for operations that visitors may ask for too. */
export type ReadingContext = RequestContext & { readonly reader: Reader };
