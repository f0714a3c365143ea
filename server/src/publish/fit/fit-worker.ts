import { serveLimited } from '../../process/limited-work.ts';
import { type FitRequest, fitScenes } from './fit-scenes.ts';

serveLimited<FitRequest, null>((request, onProgress) => fitScenes(request, () => onProgress(null)));
