import { expect, it } from 'vitest';
import { ecefFromLla, type Pose } from '@overlook/shared/maths';
import type { PickResult, RayEcef } from '@overlook/engine';
import { watchUnderGround } from './watch-under-ground.ts';

const GROUND = { longitude: 0, latitude: 0, height: 30 };
type Listener = (value: { settled: boolean }) => void;

function aStage() {
  const listeners = new Map<string, Listener>();
  let heightMetres = 50;
  let floor: PickResult | null = null;
  const rays: RayEcef[] = [];
  const stage = {
    state: () => ({ site: { origin: GROUND } }),
    pose: (): Pose => ({
      position: ecefFromLla({ ...GROUND, height: heightMetres }),
      direction: [0, 1, 0],
      up: [1, 0, 0],
    }),
    pickRaySoon(ray: RayEcef, onPick: (pick: PickResult | null) => void) {
      rays.push(ray);
      onPick(floor);
    },
    on: (event: string, listener: Listener) => (listeners.set(event, listener), () => listeners.delete(event)),
  };
  return {
    stage: stage as never,
    rays,
    listeners,
    moveTo(height: number, below: PickResult | null = null) {
      heightMetres = height;
      floor = below;
      listeners.get('rest')?.({ settled: true });
    },
  };
}

it('is below the ground of the site with nothing of the model beneath', () => {
  const { stage, rays, listeners, moveTo } = aStage();
  const seen: boolean[] = [];
  const end = watchUnderGround(stage, (isUnder) => seen.push(isUnder));
  moveTo(29);
  expect(rays).toEqual([]);
  moveTo(20, {} as PickResult);
  expect(rays[0]!.direction.map((n) => Math.round(n) + 0)).toEqual([-1, 0, 0]);
  expect(seen, 'not in a pit').toEqual([false]);
  moveTo(20);
  moveTo(-400);
  moveTo(60);
  expect(seen).toEqual([false, true, false]);
  end();
  expect(listeners.size).toBe(0);
});
