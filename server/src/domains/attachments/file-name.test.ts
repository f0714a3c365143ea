import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTACHMENT_NAME_LONGEST } from '@overlook/shared/config';
import { safeName } from './file-name.ts';

describe('the name of an attachment', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\plan.PDF', 'plan.pdf'],
    ['\u202Efdp.nalp\u200F.pdf', 'fdp.nalp.pdf'],
    ['a\u0000b\rc.pdf', 'a b c.pdf'],
    ['план\u0301 漢字 مخطط.pdf', 'план\u0301 漢字 مخطط.pdf'],
    ['a"b<c>|?.pdf', 'a_b_c___.pdf'],
    ['  ..hidden.pdf. . ', 'hidden.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['', 'attachment.pdf'],
    ['///', 'attachment.pdf'],
    ['plan', 'plan.pdf'],
    ['plan.rev7', 'plan.rev7.pdf'],
  ])('%j becomes %j', (sent, kept) => {
    expect(safeName(sent, 'application/pdf')).toBe(kept);
  });

  it('keeps its ending when it is too long', () => {
    const name = safeName(`${'x'.repeat(300)}.pdf`, 'application/pdf');
    expect(name).toHaveLength(ATTACHMENT_NAME_LONGEST);
    expect(name).toMatch(/^x+\.pdf$/);
  });

  it.each(['run.exe', 'run.bat', 'run.PS1', 'page.html', 'drawing.svg', 'run.js . .'])('%s is refused', (sent) => {
    expect(() => safeName(sent, 'text/plain')).toThrow('Programs, scripts, web pages and SVG are not accepted.');
  });

  it('may name another kind of picture or of text, and nothing else', () => {
    expect(safeName('photo.png', 'image/jpeg')).toBe('photo.png');
    expect(safeName('list.csv', 'text/plain')).toBe('list.csv');
    const sentence = 'The ending of the name does not fit the content of the file.';
    expect(() => safeName('photo.png', 'text/plain')).toThrow(sentence);
    expect(() => safeName('table.xlsx', 'application/pdf')).toThrow(sentence);
  });

  it('is safe for any name sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 400 })), (sent) => {
        let name;
        try {
          name = safeName(sent, 'application/pdf');
        } catch {
          return;
        }
        expect(name).toMatch(/^[^/\\\p{Cc}\p{Cs}<>:"|?*]+\.pdf$/u);
        expect(name.length).toBeLessThanOrEqual(ATTACHMENT_NAME_LONGEST);
        expect(name).not.toMatch(/^\.|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
      }),
    );
  });
});
