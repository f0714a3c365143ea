import { describe, expect, it } from 'vitest';
import { type MailContent, renderMail } from './mail-content.ts';
import * as letters from './mail-templates.ts';

const URL = 'https://overlook.example/x?a=1&b=2';
const event = { productName: 'Overlook', device: 'Firefox on Windows', address: '10.0.0.1', at: new Date(0) };
const EVERY: Record<string, MailContent> = {
  reset: letters.passwordResetMail({ productName: 'Overlook', url: URL }),
  changed: letters.passwordChangedMail(event),
  welcome: letters.welcomeMail({
    productName: 'Overlook',
    firstName: 'Róbin',
    email: 'r@x.example',
    url: URL,
    publicUrl: 'https://overlook.example',
  }),
  'new device': letters.newDeviceMail(event),
  'second factor': letters.twoFactorChangedMail(event, true),
  'second factor cleared': letters.twoFactorClearedMail(event),
  test: letters.testMail(event),
  'Place shared': letters.placeSharedMail({
    senderName: 'Kim',
    placeName: 'Tank <4>',
    subject: 'Look',
    message: 'a\nb',
    url: URL,
    pictureId: 'place',
  }),
  mention: letters.mentionMail({
    by: 'Kim <b>',
    moc: 'Tank <img src=x onerror=alert(1)>',
    site: '<svg onload=alert(1)>',
    comment: '</blockquote><script>alert(1)</script>',
    url: URL,
  }),
  'export ready': letters.exportReadyMail({
    productName: 'Overlook',
    description: 'Tank',
    url: URL,
    isOfCloud: true,
    requestedBy: null,
  }),
  'export failed': letters.exportFailedMail({
    isOfCloud: false,
    requestedBy: { name: 'Kim <b>', email: 'kim@x.example' },
    productName: 'Overlook',
    description: 'Tank',
    message: 'The box holds no points.',
    url: URL,
  }),
  feedback: letters.feedbackMail({
    productName: 'Overlook',
    feedbackType: 'issue',
    from: 'Kim <kim@x.example>',
    details: '<script>alert(1)</script>\nsecond line',
    callBackOn: '+61412345678',
  }),
};

describe.each(Object.entries(EVERY))('the mail "%s"', (_name, content) => {
  const { subject, text, html } = renderMail(content, 'Overlook');

  it('has the same content as text and as HTML', () => {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).toMatch(/-- \nOverlook\n$/);
    for (const line of [...content.paragraphs, ...(content.closing ?? []), ...(content.facts ?? []).flat()]) {
      expect(text).toContain(line);
      expect(html).toContain(line.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    }
    if (!content.action) return;
    expect(text).toContain(URL);
    expect(html).toContain('href="https://overlook.example/x?a=1&amp;b=2"');
  });

  it('escapes markup, and loads nothing', () => {
    expect(html).not.toMatch(/<script|<svg|<img(?! src="cid:)|<link|@import|url\(/i);
    expect(html.match(/https?:/g)?.length ?? 0).toBe(content.action ? 1 : 0);
  });
});
