import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readStepFacts, type StepFacts } from './step-references.ts';
import { anIfcFile } from './testing/made-ifc.ts';

function factsOf(text: string): StepFacts {
  const fd = openSync(anIfcFile(text), 'r');
  try {
    return readStepFacts(fd);
  } finally {
    closeSync(fd);
  }
}

const brokenLines = (text: string): number[] => [...factsOf(text).brokenLines];

/** The text with an exclamation mark at each place that is to be exchanged. */
function misplaced(text: string): string {
  const bytes = Buffer.from(text);
  for (const offset of factsOf(text).misplaced) bytes[offset] = 0x21;
  return bytes.toString();
}

test('lines that refer to missing lines are found in any order and at any distance', () => {
  expect(brokenLines('#1=A(#2,(#4000000000));#2=B(*);#4000000000 = C(#2)\n;')).toEqual([]);
  expect(brokenLines('#1=A(#2,#3);#2=B($);#70000=C(#2);#70001= D(#4464);')).toEqual([1, 70_001]);
});

test('references in texts and comments are ignored', () => {
  expect(brokenLines("#1=A('#9','it''s #8;#7=');/* #6=A(#5); */#2=/* #4 */B(#1);")).toEqual([]);
});

test('a line without its end includes the next', () => {
  expect(brokenLines('#1=A(2.\n#2=B(3.);#3=C(#2);')).toEqual([1, 3]);
});

test('numbers and texts continue from one chunk to the next', () => {
  const filler = (length: number) => `#1=A('${'#9 '.repeat(length)}');`;
  for (let shift = 0; shift < 16; shift++) {
    const first = filler(349_500);
    const blanks = ' '.repeat(2 ** 20 - first.length - shift);
    expect(brokenLines(`${first}${blanks}#123=B(#456);#456=C();#7=D(#45);`)).toEqual([7]);
  }
});

test('an asterisk for an attribute that nothing derives is found', () => {
  expect(misplaced("#1=IFCWALL('*',*,(*,$) ,* /* * */,#2,*);#2 = IFCSITE ($,*);")).toBe(
    "#1=IFCWALL('*',!,(!,$) ,! /* * */,#2,!);#2 = IFCSITE ($,!);",
  );
});

test('an asterisk is correct where the class derives the attribute, and a dollar sign there is found', () => {
  const good = [
    '#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);',
    '#2=IFCORIENTEDEDGE(*,*,#1,.T.);',
    '#3 = IFCMIRROREDPROFILEDEF(.AREA.,$,#1,*,$);',
    "#4=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,#1,$,.MODEL_VIEW.,$);",
  ].join('\n');
  expect(misplaced(good)).toBe(good);
  expect(misplaced('#1=IFCSIUNIT($,.LENGTHUNIT.,*,.METRE.);')).toBe('#1=IFCSIUNIT(!,.LENGTHUNIT.,!,.METRE.);');
  expect(misplaced('#1=IFCORIENTEDEDGE( $ ,(*),#1,.T.);')).toBe('#1=IFCORIENTEDEDGE( ! ,(!),#1,.T.);');
});
