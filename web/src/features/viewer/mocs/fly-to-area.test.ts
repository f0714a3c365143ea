import { expect, it, vi } from 'vitest';
import type { AreaPoint } from '@overlook/shared/schemas';
import { onCommand } from '../../../state/commands.ts';
import { flyToArea } from './fly-to-area.ts';

const corner = (x: number, y: number): AreaPoint => ({ id: `${x},${y}`, name: '', position: 0, x, y, z: 5 });

it('an area is looked at from farther away than its farthest corner', () => {
  const flown = vi.fn();
  const undo = onCommand('flyTo', flown);
  flyToArea({ points: [corner(-40, -30), corner(40, -30), corner(40, 30), corner(-40, 30)] });
  undo();
  expect(flown).toHaveBeenCalledWith({ pointEcef: [0, 0, 5], distanceMetres: 130 });
});
