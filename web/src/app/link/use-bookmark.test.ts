import { expect, it } from 'vitest';
import { bookmarkOf } from './use-bookmark.ts';

it.each([
  ['/bookmark/3/41', { siteId: 3, id: 41 }],
  ['/bookmark/3/41/', { siteId: 3, id: 41 }],
  ['/bookmark/3', null],
  ['/bookmark/0/1', null],
  ['/bookmark/3/4x', null],
  ['/bookmarks/3/41', null],
  ['/', null],
])('%s names %o', (path, named) => expect(bookmarkOf(path)).toEqual(named));
