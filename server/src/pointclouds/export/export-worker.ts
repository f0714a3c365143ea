import { serveLimited } from '../../process/limited-work.ts';
import { type CloudExport, exportCloud, type WholeExport } from './export-cloud.ts';

serveLimited<CloudExport | WholeExport, number>((work, onProgress) => exportCloud(work, { onProgress }));
