import { serveLimited } from '../../process/limited-work.ts';
import type { CadReaderOptions } from './cad-model.ts';
import { type ConvertProgress, type PlaceRule, convertFiles } from './convert-files.ts';

export interface ConvertRequest extends CadReaderOptions {
  readonly sources: readonly string[];
  /** An existing empty folder. */
  readonly folder: string;
  readonly place: PlaceRule;
}

serveLimited<ConvertRequest, ConvertProgress>(({ sources, folder, ...options }, onProgress) =>
  convertFiles(sources, folder, { ...options, onProgress }),
);
