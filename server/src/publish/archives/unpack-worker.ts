import { serveLimited } from '../../process/limited-work.ts';
import { unpackArchive, type UnpackProgress } from './unpack-archive.ts';

export interface UnpackRequest {
  readonly archive: string;
  readonly folder: string;
}

serveLimited<UnpackRequest, UnpackProgress>(({ archive, folder }, onProgress) =>
  unpackArchive(archive, folder, onProgress),
);
