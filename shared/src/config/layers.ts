/** Layers by others (docs/layers/README.md). */

/** Letters, digits and hyphens: the name of a layer in links and addresses. */
export const LAYER_ID = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/;

/** Folder names that the viewer needs itself, as addresses and for a layer of its own. */
export const LAYER_IDS_TAKEN: readonly string[] = ['v1', 'site-scans'];

/** The layer of the scan positions of a site, which no folder offers. */
export const SITE_SCANS_LAYER = 'site-scans';

export const LAYER_TITLE_LONGEST = 80;

/** Icons of the panel. */
export const LAYER_ICONS = ['shapes', 'line', 'tag', 'activity', 'route', 'scan', 'map', 'flame', 'table'] as const;
export type LayerIcon = (typeof LAYER_ICONS)[number];

/** Layers that come with the viewer; an installation says where their data are. */
export const GALLERY_KINDS = ['assets', 'sensors', 'tracks', 'scan-positions', 'heat-map', 'ground-map'] as const;
export type GalleryKind = (typeof GALLERY_KINDS)[number];

/** Layers that are read from the folder of an installation, in the order of their names. */
export const LAYERS_AT_MOST = 100;
export const LAYER_MANIFEST_LARGEST_BYTES = 64 * 1024;
/** Bytes of each file with code of a layer, and the most such files. */
export const LAYER_CODE_LARGEST_BYTES = 4 * 1024 * 1024;
export const LAYER_FILES_AT_MOST = 20;

/** Formats of files by others: letters and digits at the end of a name, how many of them, and the largest file, MiB. */
export const FORMAT_EXTENSION = /^[a-z0-9]{1,16}$/;
export const FORMAT_MIME_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;
export const FORMAT_ENDS_AT_MOST = 20;
export const FORMAT_LARGEST_MIB = 512;

/** The checks of `overlook layer check`, in order. */
export const LAYER_CHECKS = [
  'manifest',
  'files',
  'permission',
  'module',
  'definition',
  'data',
  'layers',
  'section',
  'settings',
  'labels',
  'picking',
  'export',
  'failures',
  'release',
] as const;

/** The outcome of one check of a layer. */
export interface LayerCheck {
  readonly check: (typeof LAYER_CHECKS)[number];
  /** 'skip': the check could not be made; the detail says why. */
  readonly outcome: 'pass' | 'fail' | 'skip';
  /** A sentence without its full stop. */
  readonly detail: string;
}
