import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PICTURE_TAKEN_HEADER, SNAPSHOT_LARGEST_BYTES, SNAPSHOT_SIDES_PX } from '@overlook/shared/config';
import { PLACES_MESSAGES, ADMIN_MESSAGES } from '@overlook/shared/messages';
import { idInputSchema } from '@overlook/shared/schemas';
import type { Services } from '../context.ts';
import { chooseAvatar, maySeePicture } from '../domains/snapshots/find-picture.ts';
import { assertMayUpload, keepPicture } from '../domains/snapshots/upload-picture.ts';
import type { HomePicture } from '../domains/snapshots/home-pictures.ts';
import { notFound } from '../errors/app-error.ts';
import { entryOfUrl, type VersionFolder, versionName, versionOfUrl } from '../storage/version-folders.ts';
import { CACHED_FOR_EVER, NO_SCRIPTS, readingCaller, NO_FILE } from './file-answers.ts';
import { findPicture, isPictureName, pictureKeys, type PictureSize } from '../storage/pictures.ts';
import { ObjectMissingError } from '../storage/objects/object-store.ts';
import { receiveFile } from '../storage/receive-file.ts';
import { createPanoramaTileFinder } from './panorama-tiles-finder.ts';
import { createFolderFinder } from './folder-finder.ts';
import { sendFile } from './send-file.ts';
import { addSiteAvatarFiles } from './site-avatar-files.ts';
import { createObjectFinder } from './stored-file.ts';
import { addUpload } from './upload-routes.ts';

const isSize = (size: string): size is PictureSize => size === 'native' || Object.hasOwn(SNAPSHOT_SIDES_PX, size);

/** A session lasts as long as a browser keeps the picture that was chosen for a site, seconds. */
const AVATAR_CACHED = 'private, max-age=43200';

const siteIdOf = (text: string): number => {
  const { data } = idInputSchema.safeParse(text);
  if (data === undefined) throw notFound(ADMIN_MESSAGES['site.unknown']);
  return data;
};

/** Level, column or row of a tile. Throws 404 for anything else. */
function tileNumber(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw notFound(NO_FILE);
  return Number(text);
}

/**
 * Pictures of Places and photos (specification §7): uploading one, reading it in three sizes, a panorama as tiles, and
 * the picture of a site.
 */
export async function addSnapshotFiles(app: FastifyInstance, services: Services): Promise<void> {
  const { filesDir } = services;
  await addUpload<{ siteId: string }>(app, services, {
    path: '/files/snapshots/upload/:siteId/snapshot',
    action: 'snapshots.upload',
    async run(context, request) {
      const siteId = siteIdOf(request.params.siteId);
      await assertMayUpload(context, siteId);
      const options = { field: 'photo', filesDir, largestBytes: SNAPSHOT_LARGEST_BYTES };
      return receiveFile(request, { ...options, tooLarge: PLACES_MESSAGES['picture.tooLarge'] }, (file) =>
        keepPicture(context, siteId, file),
      );
    },
  });
  await addSiteAvatarFiles(app, services);
  addPictureRoutes(app, services);
}

/** Sends the picture of the home view of a site, which lies in a version of a layer. */
function createHomeSender(services: Services) {
  const files = createFolderFinder(services.clock, services.folders);
  return async (request: FastifyRequest, reply: FastifyReply, { url, madeAt }: HomePicture) => {
    const version = versionOfUrl(url) as VersionFolder | null;
    const file = version && (await files.find(versionName(version), entryOfUrl(url)!));
    if (!file) throw notFound(NO_FILE);
    void reply.headers({ 'Content-Security-Policy': NO_SCRIPTS, [PICTURE_TAKEN_HEADER]: madeAt.toISOString() });
    return sendFile(request, reply, file);
  };
}

function addPictureRoutes(app: FastifyInstance, services: Services): void {
  const pictures = createObjectFinder(services.clock, services.objects);
  const findTile = createPanoramaTileFinder(services.clock, services.objects);
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, size: PictureSize) => {
    // A row names it.
    const key = await findPicture(services, name, size);
    if (key === null) throw new ObjectMissingError(pictureKeys(name));
    const file = await pictures.named(key);
    void reply.header('Content-Security-Policy', NO_SCRIPTS);
    return sendFile(request, reply, file);
  };

  const sendHome = createHomeSender(services);
  app.route<{ Params: { filename: string; size: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/snapshots/:filename/:size',
    async handler(request, reply) {
      const caller = await readingCaller(services, request, reply);
      const { filename, size } = request.params;
      if (!isSize(size) || !isPictureName(filename) || !(await maySeePicture({ db: services.db, caller }, filename)))
        throw notFound(NO_FILE);
      void reply.header('Cache-Control', CACHED_FOR_EVER);
      return send(request, reply, filename, size);
    },
  });

  app.route<{ Params: { filename: string; level: string; column: string; row: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/snapshots/:filename/tiles/:level/:column/:row',
    async handler(request, reply) {
      const caller = await readingCaller(services, request, reply);
      const { filename, ...place } = request.params;
      const [level, column, row] = [place.level, place.column, place.row].map(tileNumber) as [number, number, number];
      if (!isPictureName(filename) || !(await maySeePicture({ db: services.db, caller }, filename)))
        throw notFound(NO_FILE);
      const tile = await findTile(filename, { level, column, row });
      if (!tile) throw notFound(NO_FILE);
      void reply.headers({ 'Cache-Control': CACHED_FOR_EVER, 'Content-Security-Policy': NO_SCRIPTS });
      return sendFile(request, reply, tile);
    },
  });

  app.route<{ Params: { siteId: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/files/snapshots/random/site/:siteId',
    async handler(request, reply) {
      const caller = await readingCaller(services, request, reply);
      const chosen = await chooseAvatar({ db: services.db, caller }, siteIdOf(request.params.siteId));
      if (!chosen) throw notFound(NO_FILE);
      void reply.header('Cache-Control', AVATAR_CACHED);
      if ('url' in chosen) return reply.redirect(chosen.url);
      if ('home' in chosen) return sendHome(request, reply, chosen.home);
      if (chosen.takenAt) void reply.header(PICTURE_TAKEN_HEADER, chosen.takenAt.toISOString());
      return send(request, reply, chosen.filename, 'thumb');
    },
  });
}
