import { describe, expect, it } from 'vitest';
import { type Letter, renderLetter } from './letter.ts';
import * as letters from './letters.ts';

const URL = 'https://overlook.example/x?a=1&b=2';
const event = { productName: 'Overlook', device: 'Firefox on Windows', address: '10.0.0.1', at: new Date(0) };
const EVERY: Record<string, Letter> = {
  reset: letters.passwordResetLetter({ productName: 'Overlook', url: URL }),
  changed: letters.passwordChangedLetter(event),
  welcome: letters.welcomeLetter({ productName: 'Overlook', firstName: 'Róbin', email: 'r@x.example', url: URL }),
  'new device': letters.newDeviceLetter(event),
  'second factor': letters.twoFactorChangedLetter(event, true),
  'second factor cleared': letters.twoFactorClearedLetter(event),
  test: letters.testLetter(event),
  'Place shared': letters.placeSharedLetter({ senderName: 'Kim', subject: 'Look', message: 'a\nb', url: URL }),
  'export ready': letters.exportReadyLetter({ productName: 'Overlook', description: 'Tank', url: URL }),
  feedback: letters.feedbackLetter({
    productName: 'Overlook',
    feedbackType: 'issue',
    from: 'Kim <kim@x.example>',
    details: '<script>alert(1)</script>\nsecond line',
    callBackOn: '+61412345678',
  }),
};

describe.each(Object.entries(EVERY))('the letter "%s"', (_name, letter) => {
  const { subject, text, html } = renderLetter(letter, 'Overlook');

  it('says the same as text and as HTML', () => {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).toMatch(/-- \nOverlook\n$/);
    for (const line of [...letter.paragraphs, ...(letter.closing ?? []), ...(letter.facts ?? []).flat()]) {
      expect(text).toContain(line);
      expect(html).toContain(line.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    }
    if (!letter.action) return;
    expect(text).toContain(URL);
    expect(html).toContain('href="https://overlook.example/x?a=1&amp;b=2"');
  });

  it('lets nobody write markup or load anything', () => {
    expect(html).not.toMatch(/<script|<img|<link|@import|url\(/i);
    expect(html.match(/https?:/g)?.length ?? 0).toBe(letter.action ? 1 : 0);
  });
});
