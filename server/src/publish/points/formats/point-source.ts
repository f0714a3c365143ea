import type { PointSource } from '@overlook/shared/point-files';

export {
  type PointFormat,
  type PointSource,
  type PointSourceFacts,
  type RecordSink,
} from '@overlook/shared/point-files';

/** Opens a file by its content and name. `name` is the file as messages name it. */
export type OpenPointSource = (path: string, name: string) => Promise<PointSource>;
