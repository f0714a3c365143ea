import { expect, it } from 'vitest';
import { textureSupport } from './texture-support.ts';

function aContext(...extensions: string[]) {
  const asked: string[] = [];
  const getExtension = (name: string) => {
    asked.push(name);
    return extensions.includes(name) ? {} : null;
  };
  return { gl: { getExtension } as Partial<WebGL2RenderingContext> as WebGL2RenderingContext, asked };
}

it.each([
  ['a desktop', ['WEBGL_compressed_texture_s3tc', 'EXT_texture_compression_bptc'], ['bc7', 'bc3', 'rgba8']],
  ['a phone', ['WEBGL_compressed_texture_etc', 'WEBGL_compressed_texture_astc'], ['astc', 'etc2', 'rgba8']],
  ['a context without any', [], ['rgba8']],
])('lists the formats of %s, best first and the uncompressed format last', (_, extensions, formats) => {
  const { gl, asked } = aContext(...extensions);
  expect(textureSupport(gl)).toEqual(formats);
  // A context accepts the formats of an extension only after getExtension.
  expect(asked).toEqual(expect.arrayContaining(extensions));
});
