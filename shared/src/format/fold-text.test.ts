import { describe, expect, it } from 'vitest';
import { foldText, hasEveryWord } from './fold-text.ts';

describe('a folded text', () => {
  it.each([
    ['Østergaard', 'ostergaard'],
    ['Žofia', 'zofia'],
    ['ŁÓDŹ', 'lodz'],
    ['Straße', 'strasse'],
    ['Ærø', 'aero'],
    ['İstanbul ısı', 'istanbul isi'],
    ['Ångström', 'angstrom'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['plain 100%_', 'plain 100%_'],
  ])('of %s is %s', (text, folded) => expect(foldText(text)).toBe(folded));
});

describe('a search', () => {
  it.each([
    ['Žofia Østergaard', 'ostergaard zof', true],
    ['Zofia Ostergaard', 'Žofia  ØSTER', true],
    ['Žofia Østergaard', 'zofia ana', false],
    ['anything', ' ', true],
  ])('in %s for %s', (text, search, isFound) => expect(hasEveryWord(text, search)).toBe(isFound));
});
