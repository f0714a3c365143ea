import { serveLimited } from '../process/limited-work.ts';
import { type ConvertProgress, type PlaceRule, convertFiles } from './convert-files.ts';

export interface ConvertRequest {
  readonly sources: readonly string[];
  /** An empty folder that is there. */
  readonly folder: string;
  readonly place: PlaceRule;
}

serveLimited<ConvertRequest, ConvertProgress>(({ sources, folder, place }, onProgress) =>
  convertFiles(sources, folder, { place, onProgress }),
);
