import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentedNames } from './constants.ts';
import { REFERENCE_DOCUMENTS, written } from './documents.ts';

const FOLDER = join(import.meta.dirname, '../../docs/reference');

describe('the reference', () => {
  it.each(Object.keys(REFERENCE_DOCUMENTS))(
    '%s is up to date; if not, run `pnpm --filter @overlook/server run reference`',
    (name) => {
      expect(readFileSync(join(FOLDER, name), 'utf8')).toBe(written(REFERENCE_DOCUMENTS[name]!()));
    },
  );

  it('has every limit with its meaning', () => {
    const constants = REFERENCE_DOCUMENTS['constants.md']!();
    expect(constants).toContain('| `CAMERA.homeHeight` | 150 | Metres above the site origin.');
    expect(constants).toContain('| `PASSWORD_SHORTEST` | 6 |');
  });

  it('says who may call each REST path', () => {
    const rest = REFERENCE_DOCUMENTS['rest.md']!();
    expect(rest).toMatch(/\| POST \| `\/api\/auth\/sign_in` \| .+ \| anyone \|/);
    expect(rest).toMatch(/\| GET \| `\/api\/users` \| .+ \| USERS:VIEW \|/);
  });
});

describe('the comments of a source file', () => {
  const source = [
    '/** About the file. */',
    "import x from 'y';",
    '',
    '/** Both of them. */',
    'export const FIRST = 1;',
    'export const SECOND = 2;',
    '',
    '/**',
    ' * A table',
    ' * of two lines.',
    ' */',
    'export const TABLE = {',
    '  /** Metres. */',
    '  size: 3,',
    '  other: [',
    '    4,',
    '  ],',
    '} as const;',
  ].join('\n');

  it('belong to the constant or key that follows them', () => {
    expect(commentedNames(source)).toEqual([
      { name: 'FIRST', comment: 'Both of them.' },
      { name: 'SECOND', comment: '' },
      { name: 'TABLE', comment: 'A table of two lines.' },
      { name: 'TABLE.size', comment: 'Metres.' },
      { name: 'TABLE.other', comment: '' },
    ]);
  });
});
