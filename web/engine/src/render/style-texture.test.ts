import { expect, it } from 'vitest';
import { StyleTexture, type StyleTexels } from './style-texture.ts';

/** A context that records its calls by the names of their constants. */
function aContext() {
  const calls: string[] = [];
  const gl = new Proxy({} as WebGL2RenderingContext, {
    get: (_, name) => {
      const called = String(name);
      if (called === 'TEXTURE0') return 0;
      if (called === called.toUpperCase()) return called;
      return (...args: unknown[]) => {
        calls.push(called === 'activeTexture' ? `unit ${String(args[0])}` : called);
        return { called };
      };
    },
  });
  const since = () => calls.splice(0);
  return { gl, since };
}

const texels = (rows: number): StyleTexels => ({ texels: new Uint8Array(4 * 2 * rows), rows });

it('uploads new colours once, and reuses the storage while the size stays the same', () => {
  const { gl, since } = aContext();
  const texture = new StyleTexture(gl, 3, 2);
  const [first, second, larger] = [texels(2), texels(2), texels(3)];
  const written = (styles: StyleTexels) => {
    since();
    texture.bind(styles);
    return since().filter((name) => /^tex(Sub)?Image2D$/.test(name));
  };
  expect(texture.holds(first)).toBe(false);
  expect(written(first)).toEqual(['texImage2D']);
  expect(texture.holds(first)).toBe(true);
  expect(written(first)).toEqual([]);
  expect(written(second)).toEqual(['texSubImage2D']);
  expect(written(larger)).toEqual(['texImage2D']);
});

it('uses its own unit and leaves the first unit active', () => {
  const { gl, since } = aContext();
  const texture = new StyleTexture(gl, 3, 2);
  const units = () => since().filter((name) => name.startsWith('unit'));
  texture.bind(texels(1));
  expect(units()).toEqual(['unit 3', 'unit 0']);
  texture.release();
  expect(units()).toEqual(['unit 3', 'unit 0']);
  texture.destroy();
  expect(since()).toEqual(['deleteTexture']);
});
