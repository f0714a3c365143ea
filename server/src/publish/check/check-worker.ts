import { type CheckOptions, checkLayer } from './check-layer.ts';
import type { CheckMessage, CheckProgress, CheckRequest } from './check-process.ts';
import { serveLimited } from '../../process/limited-work.ts';

serveLimited<CheckRequest, CheckProgress>(async ({ layers, at, replacePosition }, onProgress) => {
  const checked: CheckMessage[] = [];
  for (const [layer, source] of layers) {
    onProgress({ layer, done: 0 }, 'at once');
    const options: CheckOptions = { at, replacePosition, onContent: (done) => onProgress({ layer, done }) };
    const { folder, ...rest } = await checkLayer(layer, source, options);
    checked.push({ ...rest, root: folder.root, files: folder.files });
  }
  return checked;
});
