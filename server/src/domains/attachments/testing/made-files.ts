import { zipOf } from '../../../testing/zip-of.ts';

/** A minimal Office Open XML package with this main part. */
export const officeOf = (mainPart: string, more: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  zipOf({ '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>', [mainPart]: '<x/>', ...more });

/** A minimal OpenDocument package of this type. */
export const openDocumentOf = (mediaType: string): Promise<Buffer> =>
  zipOf({ mimetype: mediaType, 'META-INF/manifest.xml': '<manifest/>', 'content.xml': '<x/>' });
