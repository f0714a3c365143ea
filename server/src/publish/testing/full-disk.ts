import { type PublishFs, nodeFs } from '../../errors/publish-fs.ts';

/** The real disk, except that it is full after `writes` files. */
export function fullAfter(writes: number): PublishFs {
  let left = writes;
  const take = () => {
    if (left-- <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  return {
    ...nodeFs,
    async copy(from, to) {
      // The result of a full disk: a file that exists but is too short.
      await nodeFs.write(to, Buffer.from('short'));
      take();
      return nodeFs.copy(from, to);
    },
    async link(from, to) {
      take();
      return nodeFs.link(from, to);
    },
    async write(path, bytes) {
      take();
      return nodeFs.write(path, bytes);
    },
  };
}
