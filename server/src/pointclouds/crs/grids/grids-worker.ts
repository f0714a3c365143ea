import type { AskedGrids } from '@overlook/shared/schemas';
import { serveLimited } from '../../../process/limited-work.ts';
import type { GridFolders } from './grid-folders.ts';
import { gridsAt } from './grids-at.ts';

// oxlint-disable-next-line require-await
serveLimited<{ asked: AskedGrids; folders: GridFolders }, null>(async ({ asked, folders }) => gridsAt(asked, folders));
