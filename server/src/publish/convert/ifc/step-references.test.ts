import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linesWithBrokenReferences } from './step-references.ts';
import { anIfcFile } from './testing/made-ifc.ts';

function brokenLines(text: string): number[] {
  const fd = openSync(anIfcFile(text), 'r');
  try {
    return [...linesWithBrokenReferences(fd)];
  } finally {
    closeSync(fd);
  }
}

test('lines that refer to nothing are found, whatever comes first and however far apart', () => {
  expect(brokenLines('#1=A(#2,(#4000000000));#2=B(*);#4000000000 = C(#2)\n;')).toEqual([]);
  expect(brokenLines('#1=A(#2,#3);#2=B($);#70000=C(#2);#70001= D(#4464);')).toEqual([1, 70_001]);
});

test('texts and comments refer to nothing', () => {
  expect(brokenLines("#1=A('#9','it''s #8;#7=');/* #6=A(#5); */#2=/* #4 */B(#1);")).toEqual([]);
});

test('a line that has lost its end takes the next with it', () => {
  expect(brokenLines('#1=A(2.\n#2=B(3.);#3=C(#2);')).toEqual([1, 3]);
});

test('numbers and texts go on from one chunk to the next', () => {
  const filler = (length: number) => `#1=A('${'#9 '.repeat(length)}');`;
  for (let shift = 0; shift < 16; shift++) {
    const first = filler(349_500);
    const blanks = ' '.repeat(2 ** 20 - first.length - shift);
    expect(brokenLines(`${first}${blanks}#123=B(#456);#456=C();#7=D(#45);`)).toEqual([7]);
  }
});
