import type { Db } from '@overlook/db';
import type { Lla } from '@overlook/shared/maths';
import type { CheckedLayer } from '../check/check-layer.ts';
import type { ImportRequest } from '../import-request.ts';
import type { TreeFacts } from '../object-tree/store-tree.ts';
import type { PhotosResult, PicturesResult } from '../photos/import-photos.ts';
import type { RegisteredCapture } from '../register/register-capture.ts';
import type { RegisteredSite } from '../register/register-site.ts';
import type { WrittenLayer } from '../register/write-layer.ts';
import type { ConvertedSources } from './converted-sources.ts';
import type { ImportSurroundings } from './import-context.ts';

/**
 * One kind of data of an import. The steps of all parts are taken together, in the order of the list of parts: all
 * prepare, then all store, then all register in one transaction. A part without anything to do in a step leaves it out.
 */
export interface ImportPart {
  /** Reads and checks the sources. The site does not change. */
  prepare?(): Promise<void>;
  /** Writes files and rows under their final names, which nothing refers to yet. */
  store?(): Promise<void>;
  /** Lets the site refer to what was stored. `tx` has locked the site. */
  register?(tx: Db, site: RegisteredSite): Promise<void>;
  /**
   * After a failure of any step of any part: removes what this part has made, unless it is registered, which is not known after
   * a connection was lost while committing.
   */
  withdraw?(): Promise<void>;
  /** After registration: removes what the new data replace, and temporary files. */
  settle?(): Promise<void>;
}

/** The import that its parts work on. Each part reads what earlier ones have found, and adds its own. */
export interface ImportWork {
  readonly surroundings: ImportSurroundings;
  /** With folders of tiles in place of converted and unpacked sources. */
  readonly request: ImportRequest;
  readonly converted: ConvertedSources;
  /** Ground below the first layer; for photos alone, the origin of their site. Null until the layers are checked. */
  ground: Lla | null;
  checked: readonly CheckedLayer[];
  readonly written: WrittenLayer[];
  readonly captures: RegisteredCapture[];
  tree: TreeFacts | null;
  photos: PhotosResult | null;
  pictures: PicturesResult | null;
  readonly warnings: string[];
}
