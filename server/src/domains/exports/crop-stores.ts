import type { Db } from '@overlook/db';
import type { Env } from '../../env.ts';
import type { MeshIndexes } from '../../meshes/mesh-indexes.ts';
import type { MeshProcesses } from '../../meshes/meshes-process.ts';
import type { CloudExport, ExportedCloud } from '../../pointclouds/export/export-cloud.ts';
import type { LimitedProcessOptions } from '../../process/limited-process.ts';
import type { Clock } from '../../services/clock.ts';
import type { StoredFolders } from '../../storage/folders/stored-folders.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { MailQueue } from '../../services/mail/queue-mail.ts';

export interface CropStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly objects: ObjectStore;
  readonly folders: StoredFolders;
  readonly env: Pick<Env, 'productName' | 'publicUrl' | 'convertMemoryMb' | 'exportPointsMost' | 'exportTrianglesMost'>;
  readonly mail: MailQueue;
  readonly clock: Clock;
  /** `exportInProcess`. */
  readonly exportCloud: (work: CloudExport, options: LimitedProcessOptions<number>) => Promise<ExportedCloud>;
  /** `meshProcesses`. */
  readonly meshes: Pick<MeshProcesses, 'clip' | 'assemble' | 'cut' | 'plot'>;
  readonly meshIndexes: Pick<MeshIndexes, 'withIndex'>;
}
