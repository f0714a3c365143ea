import type { Vec3 } from '@overlook/shared/maths';
import type { HeightPoints } from '@overlook/shared/volumes';

const FIRST_ROOM = 65_536;

/** Collects points up to a number; further ones are dropped, and `isFull` tells. */
export function createHeightList(most: number) {
  let room = FIRST_ROOM;
  const empty = () => new Float32Array(room);
  let columns = [empty(), empty(), empty()];
  let [count, isFull] = [0, false];
  const grow = () => {
    room *= 2;
    columns = columns.map((column) => {
      const wider = empty();
      wider.set(column);
      return wider;
    });
  };
  return {
    add(point: Vec3): void {
      if (count === most) {
        isFull = true;
        return;
      }
      if (count === room) grow();
      for (let axis = 0; axis < 3; axis++) columns[axis]![count] = point[axis]!;
      count++;
    },
    isFull: () => isFull,
    heights: (): HeightPoints => ({ eastM: columns[0]!, northM: columns[1]!, upM: columns[2]!, count }),
  };
}
