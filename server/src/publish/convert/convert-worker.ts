import { serveLimited } from '../process/limited-work.ts';
import { type ConvertProgress, type PlaceRule, convertFiles } from './convert-files.ts';

export interface ConvertRequest {
  readonly sources: readonly string[];
  /** An existing empty folder. */
  readonly folder: string;
  readonly place: PlaceRule;
}

serveLimited<ConvertRequest, ConvertProgress>(({ sources, folder, place }, onProgress) =>
  convertFiles(sources, folder, { place, onProgress }),
);
