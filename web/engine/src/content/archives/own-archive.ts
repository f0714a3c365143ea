/** A file of the person, or at an address, that holds a whole tileset: a 3D Tiles archive (.3tz) or a scene layer package of I3S (.slpk). */
import type { ZipArchive } from '@overlook/shared/archives';
import { MalformedContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { ParsedContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { parseContent } from '../parse-content.ts';
import { archiveOrigin, type OwnArchive } from './archive-kinds.ts';
import { openZip } from './open-zip.ts';

/** An archive that is open in a worker. */
export interface OpenArchive {
  /** Address of the tileset that it holds. */
  readonly url: string;
  /** What has been assumed of it, sentences for people. */
  readonly notes: readonly string[];
  /**
   * Bytes of a file by its address. Throws MalformedContentError for one that is not there, UnsupportedContentError outside of it,
   * ContentHttpError where its server does not answer, and the reason of `signal`.
   */
  read(url: string, signal?: AbortSignal | null): Promise<Uint8Array>;
  /** The content at an address. `context` reads from the archive. */
  parse(context: ParseContext): Promise<ParsedContent>;
}

/** Throws as {@link ZipArchive.open} does, and ContentError for an archive whose tiles cannot be shown. */
export async function openArchive(archive: OwnArchive): Promise<OpenArchive> {
  const { file } = archive;
  const zip = await openZip(file, file.name);
  const origin = archiveOrigin(archive);
  const url = `${origin}/tileset.json`;
  const read: OpenArchive['read'] = (address, signal) => zip.read(pathOf(address, origin, zip), signal);
  if (archive.kind === 'slpk') {
    const { openSceneLayer } = await import('../i3s/scene-layer.ts');
    const { notes, parse } = await openSceneLayer(zip, origin);
    return { url, notes, read, parse: async (context) => withoutFeatures(await parse(context)) };
  }
  if (!zip.has('tileset.json')) throw new MalformedContentError(zip.name, 'It has no file tileset.json.');
  const parse = async (context: ParseContext) =>
    withoutFeatures(await parseContent(await read(context.url, context.signal), context));
  return { url, notes: [], read, parse };
}

function pathOf(address: string, origin: string, zip: ZipArchive): string {
  const { origin: asked, pathname, host, protocol } = new URL(address);
  if (asked !== origin) throw new UnsupportedContentError(zip.name, `It refers to another place, ${host || protocol}.`);
  const written = pathname.slice(1);
  try {
    const path = decodeURIComponent(written);
    return zip.has(path) ? path : written;
  } catch {
    return written;
  }
}

/**
 * Ids of features in a file of the person are none of the site's: selecting an object, or hiding one, must not touch what has
 * the same number here.
 */
function withoutFeatures(parsed: ParsedContent): ParsedContent {
  if (parsed.type !== 'content') return parsed;
  const primitives = parsed.content.primitives.map((primitive) =>
    primitive.kind === 'mesh'
      ? { ...primitive, featureIds: null, instanceFeatureIds: null }
      : { ...primitive, featureIds: null },
  );
  return { type: 'content', content: { ...parsed.content, primitives, properties: null, featureCount: 0 } };
}

/** The archives that a worker has open, each once. One that could not be opened is tried again. */
export class OpenArchives {
  private readonly open = new Map<number, Promise<OpenArchive>>();

  get(archive: OwnArchive): Promise<OpenArchive> {
    const known = this.open.get(archive.id);
    if (known) return known;
    const opening = openArchive(archive);
    this.open.set(archive.id, opening);
    opening.catch(() => this.open.delete(archive.id));
    return opening;
  }

  close(id: number): void {
    this.open.delete(id);
  }
}
