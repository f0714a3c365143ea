import { notOpenedText } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { FormatKind } from './formats/format-definition.ts';
import type { OfferedFormat } from './formats/offered-formats.ts';
import type { AnyLayer } from './layer-definition.ts';

interface PageFormatsOptions {
  /** Whether the user of the stage has a permission. */
  readonly holds: (token: PermissionToken) => boolean;
  /** Files are dropped here. */
  readonly container: HTMLElement;
  /** Shows a dropped file. Rejects with the reason why it cannot. */
  readonly openFile: (file: File) => Promise<void>;
  /** A dropped file is not shown; the reason names it. */
  readonly onRefused: (reason: string) => void;
  /** Reads the definition of a format from the URL of its module; by default in a worker. */
  readonly readFormat?: ReadFormat;
}

type ReadFormat = (moduleUrl: string, signal: AbortSignal) => Promise<FormatKind>;

const readInWorker: ReadFormat = async (moduleUrl, signal) =>
  (await import('./formats/read-file.ts')).readFormat(moduleUrl, signal);

/**
 * File formats that the page of a stage adds by the URL of their module, which runs in workers only. Once there is one, files may be
 * dropped on the stage.
 */
export class PageFormats {
  private formats: readonly OfferedFormat[] = [];
  private readonly ending = new AbortController();
  private count = 0;

  constructor(private readonly options: PageFormatsOptions) {}

  /**
   * Adds a format. Rejects with a RangeError for a missing permission, which is checked before the module is loaded, and for an id
   * or an extension of an earlier format of the page; with an Error that names the URL for a module that cannot be used.
   */
  async add(url: string | URL, { token }: { readonly token?: string } = {}): Promise<FormatKind> {
    const moduleUrl = new URL(url, document.baseURI).href;
    if (token !== undefined && !this.options.holds(token as PermissionToken))
      throw new RangeError(`The format at ${moduleUrl} needs the permission ${token}, which this view does not have.`);
    const { readFormat = readInWorker } = this.options;
    const kind = await readFormat(moduleUrl, this.ending.signal);
    this.checkFree(kind);
    if (this.formats.length === 0) this.acceptDrops();
    this.formats = [...this.formats, { ...kind, moduleUrl }];
    return kind;
  }

  /** Returns the layer of a file; formats of the page come before those of the viewer. Rejects with a RangeError if there is none. */
  async layerOf(file: File): Promise<AnyLayer> {
    const { fileLayer, formatFor, OWN_FORMATS, titlesOf } = await import('./formats/file-layer.ts');
    const known = [...this.formats, ...OWN_FORMATS];
    const format = formatFor(known, file);
    if (!format) throw new RangeError(notOpenedText(file.name, titlesOf(known)));
    return fileLayer({ id: `file-${++this.count}`, file, format });
  }

  destroy(): void {
    this.ending.abort(new RangeError('The view has ended.'));
  }

  private checkFree({ id, extensions }: FormatKind): void {
    const taken = (other: OfferedFormat) => other.extensions.find((extension) => extensions.includes(extension));
    for (const other of this.formats) {
      if (other.id === id) throw new RangeError(`There is a format “${id}” already.`);
      if (taken(other)) throw new RangeError(`Files .${taken(other)} are of the format “${other.id}” already.`);
    }
  }

  private acceptDrops(): void {
    const { container, openFile, onRefused } = this.options;
    const { signal } = this.ending;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    container.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal });
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      for (const file of event.dataTransfer!.files)
        openFile(file).catch((error: unknown) => onRefused(error instanceof Error ? error.message : String(error)));
    };
    container.addEventListener('drop', drop, { signal });
  }
}
