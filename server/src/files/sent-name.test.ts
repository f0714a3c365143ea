import { expect, it } from 'vitest';
import { sentName } from '../storage/receive-file.ts';

it.each([
  ['n%22x%22.txt', 'n"x".txt'],
  ['a%0d%0Ab.txt', 'a\r\nb.txt'],
  ['100%25 %41.txt', '100%25 %41.txt'],
])('reads the name %j as %j', (sent, name) => expect(sentName(sent)).toBe(name));
