import path from 'node:path';
import { serveLimited } from '../../process/limited-work.ts';
import { checkTree } from './check-tree.ts';
import { joinPropertyFiles, type PropertySource, readPropertyFile } from './property-file.ts';
import { TREE_FILE } from './tree-format.ts';
import type { TreeProgress, TreeRequest } from './tree-process.ts';

serveLimited<TreeRequest, TreeProgress>(async ({ file, toEcef, properties }, onProgress) => {
  const sources: PropertySource[] = [];
  for (const source of properties?.files ?? []) {
    onProgress({ file: path.basename(source), done: 0 }, 'at once');
    sources.push(await readPropertyFile(source));
  }
  onProgress({ file: TREE_FILE, done: 0 }, 'at once');
  return checkTree(file, {
    toEcef,
    properties: properties && { source: joinPropertyFiles(sources), target: properties.target },
    onItem: (done) => onProgress({ file: TREE_FILE, done }),
  });
});
