import { siteNamed } from '@overlook/embed/site/site-named';
import type { Pose } from '@overlook/shared/maths';
import { SIGNED_ADDRESSES, SignedAddresses } from '@overlook/shared/signed-addresses';
import { fetchCatalogue, siteToShow } from '../../../../api/catalogue.ts';
import { authorization } from '../../../../api/client.ts';
import { procedures, queryClient } from '../../../../api/queries.ts';
import { preferences } from '../../../../state/preferences.ts';
import { stageChoices } from '../../../../state/stage.ts';
import { storedPose } from '../history/stored-pose.ts';
import { layerOptions, layerToShow } from '@overlook/embed/controls/layer-options';
import { type ReadPicture, readPicture, siteAvatarUrl } from '../../../../api/site-avatar.ts';
import { siteToStage } from '@overlook/embed/site/site-to-stage';
import { firstTiles } from './first-tiles.ts';

/**
 * Requests at the same time: as many as tiles usually cover the first view. When the first ones are answered, the thread that would
 * send more is busy with the page and its graphics. The browser keeps what its six connections cannot take.
 */
const AT_ONCE = 8;

const signedAddresses = new SignedAddresses(() => performance.now(), new BroadcastChannel(SIGNED_ADDRESSES.channel));

/** The requests of one session by address; null for a request that has not been sent. */
let files = new Map<string, Promise<ArrayBuffer | null> | null>();

/** The picture of the site that will open; null for none. */
let picture: { url: string; read: Promise<ReadPicture | null> } | null = null;

/** A picture that was requested before its card was there; it is given once. */
export function takeEarlyPicture(url: string): Promise<ReadPicture | null> | null {
  if (picture?.url !== url) return null;
  const { read } = picture;
  picture = null;
  return read;
}

/** A file that was requested before the stage was ready; each is given once. Other files are requested by the stage. */
export function takeEarly(url: string): Promise<ArrayBuffer | null> | null {
  const file = files.get(url) ?? null;
  files.delete(url);
  return file;
}

/** The first view in an address. */
export interface LinkedStart {
  /** Its slug. */
  readonly site: string;
  /** WGS84 ECEF. */
  readonly pose: Pose | null;
  /** Model type of each screen. */
  readonly layers: readonly number[];
  /** What each screen shows of time; null for the newest. */
  readonly moments: readonly (string | null)[];
}

/**
 * Requests the picture of the site, the tileset of the layer that will be shown and the tiles that its first view begins with, as
 * soon as the lists of the catalogue have loaded: in parallel with the engine's own code and the start of the graphics. `linked` is
 * null where the address names no view.
 */
export async function requestEarly(linked: LinkedStart | null): Promise<void> {
  const own = new Map<string, Promise<ArrayBuffer | null> | null>();
  files = own;
  // A file that cannot be requested here is requested by the stage, which also reports failures.
  const first = await firstFile(linked).catch(() => null);
  if (!first || !first.url.endsWith('tileset.json')) return;
  const { url, pose } = first;
  const file = fetchFile(url);
  // The stage takes the bytes away.
  const read = file.then((bytes) => bytes && (JSON.parse(new TextDecoder().decode(bytes)) as unknown));
  own.set(
    url,
    read.then(
      () => file,
      () => file,
    ),
  );
  const json = await read.catch(() => null);
  const sizePx = { width: window.innerWidth, height: window.innerHeight };
  const tiles = (pose && firstTiles(json, { url, pose, sizePx })) ?? [];
  for (const tile of tiles) own.set(tile, null);
  const waiting = tiles.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => fetchWaiting(own, waiting)));
}

/** The layer that the first screen will show, and where its camera begins. */
async function firstFile(linked: LinkedStart | null) {
  const [catalogue, check] = await Promise.all([
    fetchCatalogue(),
    queryClient.ensureQueryData(procedures.auth.check.queryOptions()),
  ]);
  const named = linked && siteNamed(catalogue.sites, linked.site);
  const site = named ?? siteToShow(catalogue, preferences.selectedSiteId);
  if (!site) return null;
  // Before the tiles: it is what is seen until they have come.
  const pictureUrl = siteAvatarUrl(site);
  picture = pictureUrl === null ? null : { url: pictureUrl, read: readPicture(pictureUrl) };
  const start = named ? linked : null;
  const models = catalogue.modelsBySite.get(site.id) ?? [];
  const types = models.map((model) => model.modeltypeId);
  const layer = layerToShow(
    layerOptions(site.id, check.permissions, types),
    start?.layers[0] ?? stageChoices.layers[0] ?? null,
  );
  const model = models.find(({ modeltypeId }) => modeltypeId === layer);
  // Which capture a moment is, is not known yet.
  if (!model || start?.moments[0]) return null;
  const pose = start?.pose ?? storedPose(site.id) ?? siteToStage(site, models)?.homePose ?? null;
  return { url: new URL(model.filepath, location.href).href, pose };
}

async function fetchWaiting(own: Map<string, Promise<ArrayBuffer | null> | null>, waiting: Iterator<string>) {
  for (let next = waiting.next(); !next.done; next = waiting.next()) {
    // The stage has requested it itself, or another session has begun.
    if (own !== files || !own.has(next.value)) continue;
    const file = fetchFile(next.value);
    own.set(next.value, file);
    await file;
  }
}

async function fetchFile(url: string): Promise<ArrayBuffer | null> {
  try {
    const address = signedAddresses.of(url) ?? url;
    const answer = await fetch(address, { headers: authorization(), credentials: 'same-origin' });
    if (answer.redirected) signedAddresses.learn(url, answer.url);
    return answer.ok ? await answer.arrayBuffer() : null;
  } catch {
    return null;
  }
}
