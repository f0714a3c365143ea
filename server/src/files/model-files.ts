import type { FastifyInstance, FastifyReply } from 'fastify';
import { MODEL_TYPES, PERMISSION_CACHE_MS } from '@overlook/shared/config';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import { SIGNED_ADDRESSES } from '@overlook/shared/signed-addresses';
import type { Services } from '../context.ts';
import {
  type CaptureOfFiles,
  findCapturesOfFolder,
  type FolderOfLayer,
  isOpenTo,
} from '../domains/captures/find-capture.ts';
import { findSiteId } from '../domains/sites/list-sites.ts';
import { notFound } from '../errors/app-error.ts';
import { createTimedCache } from '../services/timed-cache.ts';
import type { LayerName } from '../storage/layers.ts';
import { ObjectMissingError } from '../storage/objects/object-store.ts';
import { SHARED_FOLDER } from '../storage/shared-files.ts';
import { encodePath } from '../storage/source-folder.ts';
import { versionName } from '../storage/version-folders.ts';
import { NO_SCRIPTS, cachingFor, CHECKED_EACH_TIME, fileReader, NO_FILE, openToAll } from './file-answers.ts';
import { createFolderFinder } from './folder-finder.ts';
import { safeParts, type StoredFile } from './stored-file.ts';
import { sendFile } from './send-file.ts';
import { type AddressSigner, createAddressSigner } from './signed-addresses.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

interface ModelFileParams {
  slug: string;
  folder: string;
  version: string;
  '*': string;
}

type SignedFileParams = ModelFileParams & { end: string; signature: string };

/** What the address of a file names. */
interface NamedFile {
  readonly layer: FolderOfLayer & { readonly type: (typeof MODEL_TYPES)[number] };
  /** A version, or `SHARED_FOLDER` for what the versions of the layer share. */
  readonly version: string;
  readonly parts: readonly string[];
}

type IsOpen = (capture: CaptureOfFiles['capture']) => boolean;

/** Permissions and captures are cached for up to 30 s, so that a tile costs no query. */
function createModelFiles({ clock, db, folders }: Services) {
  const siteIds = createTimedCache<number | null>(clock, PERMISSION_CACHE_MS);
  const captures = createTimedCache<CaptureOfFiles[]>(clock, PERMISSION_CACHE_MS);
  const files = createFolderFinder(clock, folders);

  /** The first result of `find` in the open versions of a layer, the newest first; null where there is none. */
  async function inVersions<T>(
    { layer, version }: NamedFile,
    isOpen: IsOpen,
    find: (version: string) => Promise<T | null>,
  ): Promise<T | null> {
    const key = `${layer.slug}/${layer.folder}`;
    const search = async (): Promise<T | null> => {
      for (const one of await captures.get(key, () => findCapturesOfFolder(db, layer))) {
        if ((version !== SHARED_FOLDER && version !== one.version) || !isOpen(one.capture)) continue;
        const found = await find(one.version);
        if (found) return found;
      }
      return null;
    };
    const found = await search();
    if (found) return found;
    // A capture that the reader may not see may have been published a moment ago.
    captures.forget(key);
    return search();
  }

  return {
    /** What an address names. Throws 404 where it can name no file. */
    async named({ slug, folder, version, '*': rest }: ModelFileParams): Promise<NamedFile> {
      const type = MODEL_TYPES.find((one) => one.folder === folder && one.id > 0);
      const parts = safeParts(rest);
      if (!type || !parts || !NAME.test(slug) || !NAME.test(version)) throw notFound(NO_FILE);
      const siteId = await siteIds.get(slug, () => findSiteId(db, slug));
      if (siteId === null) throw notFound(NO_FILE);
      return { layer: { siteId, modeltypeId: type.id, slug, folder, type }, version, parts };
    },
    /** Whether an open capture of the layer has the version, or could share the file. */
    isOpen: async (named: NamedFile, isOpen: IsOpen): Promise<boolean> =>
      (await inVersions(named, isOpen, async () => true)) ?? false,
    /** Throws 404 where no open capture has it, and `ObjectMissingError` where it is lost. */
    async find(named: NamedFile, isOpen: IsOpen): Promise<StoredFile> {
      const { layer, version, parts } = named;
      const isShared = version === SHARED_FOLDER;
      const path = (isShared ? [SHARED_FOLDER, ...parts] : parts).join('/');
      let lost: ObjectMissingError | null = null;
      const found = await inVersions(named, isOpen, async (one) => {
        const name = versionName({ slug: layer.slug, layer: layer.folder as LayerName, version: one });
        const file = await files.find(name, path).catch((error: unknown) => {
          // Another version may have what is shared.
          if (!isShared || !(error instanceof ObjectMissingError)) throw error;
          lost = error;
          return null;
        });
        return file || !isShared ? { file } : null;
      });
      if (!found?.file) throw lost ?? notFound(NO_FILE);
      return found.file;
    },
  };
}

/**
 * The files of published models and of drafts. Files that the caller may not see do not exist for the caller. A file that captures share is
 * given to who may see one that has it. With a `TILE_KEY`, who may read is sent on to a signed address.
 */
export function addModelFiles(app: FastifyInstance, services: Services): void {
  const { clock, env } = services;
  const files = createModelFiles(services);
  const signer = env.tileKey && createAddressSigner(env.tileKey, () => clock.now().getTime());
  app.route<{ Params: ModelFileParams }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/models/:slug/:folder/:version/*',
    handler: async (request, reply) => {
      const reader = await fileReader(services, request, reply);
      const named = await files.named(request.params);
      const { siteId, type } = named.layer;
      if (!isAllowedAtSite(reader.permissions, siteId, type.token)) throw notFound(NO_FILE);
      const isOpen: IsOpen = (capture) => isOpenTo(reader, capture);
      if (signer) {
        if (!(await files.isOpen(named, isOpen))) throw notFound(NO_FILE);
        return redirect(reply, signer, named);
      }
      const file = await files.find(named, isOpen);
      void reply.header('Cache-Control', cachingFor(reader)).header('Content-Security-Policy', NO_SCRIPTS);
      return sendFile(request, reply, file);
    },
  });
  if (signer) addSignedFiles(app, { files, signer, hasForeignPages: env.embedOrigins.length > 0 });
}

function redirect(reply: FastifyReply, signer: AddressSigner, { layer, version, parts }: NamedFile): FastifyReply {
  const scope = `${layer.slug}/${layer.folder}/${version}`;
  return reply
    .header('Cache-Control', CHECKED_EACH_TIME)
    .redirect(signer.address(scope, encodePath(parts.join('/'))), 307);
}

/** Caches in front of the server keep a file for ever, because it never changes; others until the address has ended. */
const SIGNED_CACHING = `public, max-age=${SIGNED_ADDRESSES.lifeS}, s-maxage=31536000, immutable`;

interface SignedFiles {
  readonly files: ReturnType<typeof createModelFiles>;
  readonly signer: AddressSigner;
  readonly hasForeignPages: boolean;
}

/**
 * The same files at signed addresses: the address is the permission. The answers are the same for everybody, so that a cache in front of the
 * server may give them to all whose address it has checked.
 */
function addSignedFiles(app: FastifyInstance, { files, signer, hasForeignPages }: SignedFiles): void {
  app.route<{ Params: SignedFileParams }>({
    method: ['GET', 'HEAD'],
    url: `${SIGNED_ADDRESSES.prefix}:end/:signature/:slug/:folder/:version/*`,
    handler: async (request, reply) => {
      const { end, signature, slug, folder, version, '*': path } = request.params;
      openToAll(reply, hasForeignPages);
      signer.verify({ end, signature, scope: `${slug}/${folder}/${version}` });
      // A proxy without means to calculate signatures asks for the folder.
      if (path === '') return reply.code(204).send();
      const file = await files.find(await files.named(request.params), () => true);
      void reply.header('Cache-Control', SIGNED_CACHING).header('Content-Security-Policy', NO_SCRIPTS);
      return sendFile(request, reply, file);
    },
  });
}
