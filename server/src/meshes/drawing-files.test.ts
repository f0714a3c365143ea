import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type Drawing, type DrawnObject, writeDxf, writePdf } from '@overlook/shared/drawings';

const OBJECTS: DrawnObject[] = [
  { name: 'Tank T-101 (Süd)', pen: 'cut', lines: [{ points: [0, 1.5, 1.5, 0, 0, -1.5, -1.5, 0], isClosed: true }] },
  { name: 'Wall', pen: 'cut', lines: [{ points: [-2, -1, 2, -1, 2, 1], isClosed: false }] },
];
const TITLE = { title: 'Ridgeway (Gas) Plant – Plan', facts: ['Scale 1 : 50', 'Captured 14 March 2026'] };
const DRAWING: Drawing = {
  objects: OBJECTS,
  widthM: 6,
  heightM: 4,
  sheet: 'A3',
  scale: 50,
  title: TITLE,
  northDeg: 30,
  bar: { metres: 2, text: '2 m' },
};
const [EAST, NORTH] = [271_446.76, 6_115_349.7];
const dxf = () =>
  writeDxf({ objects: OBJECTS, title: TITLE, toFile: (x, y) => [EAST + x, NORTH + y], frame: 'WGS 84 / UTM 54S' });

const folder = mkdtempSync(join(tmpdir(), 'overlook-drawings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** That of Debian, which has its packages. */
const PYTHON = '/usr/bin/python3';
const has = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const hasEzdxf = has(PYTHON, '-c', 'import ezdxf');
const hasPdftotext = has('pdftotext', '-v');

describe('files of drawings, as others read them', () => {
  it.skipIf(!hasEzdxf)('DXF passes the audit of ezdxf (skipped where it is not installed)', () => {
    const file = join(folder, 'plan.dxf');
    writeFileSync(file, dxf());
    const script = `import ezdxf,sys
doc=ezdxf.readfile(sys.argv[1]); a=doc.audit()
print(len(a.errors), len(a.fixes), len(doc.modelspace()), doc.dxfversion, max(v.dxf.location.y for p in doc.modelspace() for v in p.vertices))`;
    const said = execFileSync(PYTHON, ['-c', script, file], { encoding: 'utf8' }).trim().split(' ');
    expect(said.slice(0, 4)).toEqual(['0', '0', '2', 'AC1009']);
    expect(Number(said[4])).toBeCloseTo(NORTH + 1.5, 3);
  });

  it.skipIf(!hasPdftotext)('PDF has text that others read (skipped where pdftotext is not installed)', () => {
    const file = join(folder, 'plan.pdf');
    writeFileSync(file, writePdf(DRAWING, new Date('2026-12-01T04:00:00Z'), deflateSync));
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    expect(text).toContain('Ridgeway (Gas) Plant – Plan');
    expect(text).toContain('1 : 50');
  });

  it('PDF has its parts where its table says', () => {
    const bytes = Buffer.from(writePdf(DRAWING, new Date('2026-12-01T04:00:00Z'), deflateSync));
    const text = bytes.toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    expect(offsets).toHaveLength(6);
    for (const [i, at] of offsets.entries()) expect(text.slice(at, at + 7)).toBe(`${i + 1} 0 obj`);
    expect(text).toContain('/MediaBox [0 0 1190.551 841.89]');
  });
});
