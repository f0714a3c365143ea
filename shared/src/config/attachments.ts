interface AttachmentType {
  readonly mediaType: string;
  /** Endings of names, the usual one first. */
  readonly endings: readonly [string, ...string[]];
}

/** What may be attached to a change. The server decides the type by content; a name must have an ending of its type. */
export const ATTACHMENT_TYPES = [
  { mediaType: 'application/pdf', endings: ['pdf'] },
  { mediaType: 'image/png', endings: ['png'] },
  { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  { mediaType: 'image/gif', endings: ['gif'] },
  { mediaType: 'image/webp', endings: ['webp'] },
  { mediaType: 'image/tiff', endings: ['tif', 'tiff'] },
  { mediaType: 'image/heic', endings: ['heic'] },
  { mediaType: 'image/avif', endings: ['avif'] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', endings: ['docx'] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', endings: ['pptx'] },
  { mediaType: 'application/vnd.oasis.opendocument.text', endings: ['odt'] },
  { mediaType: 'application/vnd.oasis.opendocument.spreadsheet', endings: ['ods'] },
  { mediaType: 'application/zip', endings: ['zip', 'ifczip', 'bcfzip', 'bcf', 'kmz'] },
  { mediaType: 'text/plain', endings: ['txt', 'text', 'log', 'md', 'asc', 'pts', 'xyz'] },
  { mediaType: 'text/csv', endings: ['csv', 'tsv', 'txt'] },
  { mediaType: 'application/json', endings: ['json', 'geojson', 'gltf', 'txt'] },
  { mediaType: 'image/vnd.dwg', endings: ['dwg'] },
  { mediaType: 'image/vnd.dxf', endings: ['dxf'] },
  { mediaType: 'application/x-step', endings: ['ifc'] },
  { mediaType: 'video/mp4', endings: ['mp4', 'm4v'] },
] as const satisfies readonly AttachmentType[];

export type AttachmentMediaType = (typeof ATTACHMENT_TYPES)[number]['mediaType'];

/** Endings that make a file a program or a page on the computer that opens it. Their content is often plain text. */
export const ATTACHMENT_ENDINGS_REFUSED: readonly string[] = (
  'app appx bat class cmd com cpl dll docm dylib exe gadget hta htm html jar js jse jsp lnk mht mhtml mjs msc msi msix msp php ' +
  'pif pl potm ppam pptm ps1 psm1 py pyw rb reg scf scr sh shtml so svg svgz swf url vb vbe vbs wasm wsf wsh xht xhtml xlam ' +
  'xlsm xltm xml xsl'
).split(' ');

/** Longest name of an attachment, in characters, its ending included. */
export const ATTACHMENT_NAME_LONGEST = 150;
