import type { CloudSource } from '../formats/point-source.ts';
import { openPointSource } from '../open-source.ts';
import { openStoreSource } from '../part/store-source.ts';

/** A file of points, or the exact store of an earlier capture; and its name in messages. */
export interface CloudFile {
  readonly path: string;
  readonly name: string;
  /** A folder with a store in the grid of the cloud. */
  readonly isStore?: boolean;
}

/** Throws `ImportRefusedError`. */
export const openCloudFile = ({ path, name, isStore }: CloudFile): Promise<CloudSource> =>
  isStore ? openStoreSource(path, name) : openPointSource(path, name);
