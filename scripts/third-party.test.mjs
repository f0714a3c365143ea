import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { noticesText, partsOf, sbomOf } from './third-party.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Licences that a product which is handed on may contain, with notices (and sources, for the last ones). */
const ALLOWED =
  /^\(?(MIT|MIT-0|0BSD|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|Unlicense|OFL-1\.1|Zlib|MPL-2\.0|LGPL-3\.0-or-later)\b/;

/** `name@version` of packages without a licence in their manifest; it is in their files. */
const UNNAMED = new Set(['@mapbox/jsonlint-lines-primitives@2.0.2']);

describe.each(['server', 'web'])('the parts of the %s by others', (name) => {
  const parts = partsOf(join(ROOT, name));
  const sbom = sbomOf({ name, version: '1.2.3' }, parts);

  it('have licences that allow handing the product on', () => {
    expect(parts.length).toBeGreaterThan(50);
    const others = parts.filter(({ id, licence }) => !UNNAMED.has(id) && !ALLOWED.test(licence ?? ''));
    expect(others.map(({ id, licence }) => `${id}: ${licence}`)).toEqual([]);
  });

  it('are in the notices with copyright, licence and source', () => {
    const text = noticesText(parts);
    for (const { id } of parts) expect(text).toContain(`\n${id}\n`);
    expect(text).toContain(name === 'web' ? 'MapLibre contributors' : 'Matteo Collina');
    expect(text).not.toMatch(/licence: null/i);
  });

  it('are listed with their archives’ hashes, and only with needs that are listed', () => {
    expect(sbom.components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes?.[0].content ?? ''))).toEqual([]);
    const known = new Set(sbom.components.map((component) => component['bom-ref']));
    const needed = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(needed.filter((ref) => !known.has(ref))).toEqual([]);
    expect(known.size).toBe(sbom.components.length);
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

it('a part that we have changed says so', () => {
  const text = noticesText(partsOf(join(ROOT, 'server')));
  expect(text).toMatch(/postgres@3\.4\.9\n[^-]*Changed by us: patches\/postgres@3\.4\.9\.patch/);
});
