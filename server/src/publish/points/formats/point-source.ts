import type { PointSource, PointSourceFacts } from '@overlook/shared/point-files';

export {
  type PointFormat,
  type PointSource,
  type PointSourceFacts,
  type RecordSink,
  type ScanStation,
} from '@overlook/shared/point-files';

/** Opens a file by its content and name. `name` is the file as messages name it. */
export type OpenPointSource = (path: string, name: string) => Promise<PointSource>;

/** What a build reads of a file. */
export interface CloudSource extends Pick<PointSource, 'read' | 'leftOut' | 'stations' | 'close'> {
  readonly facts: Pick<PointSourceFacts, 'grid' | 'points' | 'parts' | 'warnings' | 'isCheapToReread'> & {
    readonly fields: Pick<PointSourceFacts['fields'], 'gpsTime'>;
  };
}
