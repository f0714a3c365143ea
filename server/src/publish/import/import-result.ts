import type { Lla } from '@overlook/shared/maths';
import type { Capture } from '@overlook/shared/schemas';
import type { LayerName } from '../../storage/layers.ts';
import type { TilesetFacts } from '../check/tileset-facts.ts';
import type { TreeFacts } from '../object-tree/store-tree.ts';
import type { PhotosResult, PicturesResult } from '../photos/import-photos.ts';
import type { RegisteredSite } from '../register/register-site.ts';

export interface ImportResult {
  site: Pick<RegisteredSite, 'id' | 'slug' | 'name'>;
  isNewSite: boolean;
  /** Ground below the first layer, measured or given; for an import of photos only, the origin of their site. */
  ground: Lla;
  layers: {
    layer: LayerName;
    captureId: number;
    /** Of the layer; null for a draft of a layer that the site does not have. */
    modelId: number | null;
    modeltypeId: number;
    filepath: string;
    takenOn: string;
    precision: Capture['precision'];
    isDraft: boolean;
    isReplacement: boolean;
    facts: TilesetFacts;
    /** Its object tree. */
    tree: TreeFacts | null;
  }[];
  /** Null where the import had none. */
  photos: PhotosResult | null;
  /** Of the point files; null where they have neither pictures nor scan positions. */
  pictures: PicturesResult | null;
  /**
   * Parts that a conversion omitted, refused photos, and faults of the sources that do not prevent drawing, one
   * sentence each.
   */
  warnings: readonly string[];
}
