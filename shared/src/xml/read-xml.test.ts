import { describe, expect, it } from 'vitest';
import { readXml } from './read-xml.ts';

const LIMITS = { elements: 5, depth: 3 };
const read = (text: string) =>
  readXml(
    Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
    LIMITS,
  );

describe('readXml', () => {
  it('gives names without namespaces, attributes and texts', () => {
    const root = read('<a:list xmlns:a="urn:x"><one id="1"> &lt;b&gt; </one><one><![CDATA[<c>]]></one></a:list>');
    expect(root.name).toBe('list');
    expect(root.all('one').map(({ text }) => text)).toEqual(['<b>', '<c>']);
    expect(root.first('one')!.attributes).toEqual({ id: '1' });
  });

  it.each([
    ['an entity of the document', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a file of the server', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['a document type elsewhere', '<!DOCTYPE a SYSTEM "https://example.com/a.dtd"><a/>'],
  ])('refuses %s', (_, text) => {
    expect(() => read(text)).toThrow('It has a document type declaration, which is not accepted.');
  });

  it('refuses an undefined entity', () => {
    expect(() => read('<a>&b;</a>')).toThrow('It is not well-formed XML.');
  });

  it.each([
    ['too many elements', `<a>${'<b/>'.repeat(5)}</a>`],
    ['elements that are too deep', '<a><b><c><d/></c></b></a>'],
  ])('refuses %s', (_, text) => {
    expect(() => read(text)).toThrow('It has too many elements.');
  });
});
