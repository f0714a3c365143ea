import { lookAt } from './home-pose.ts';
import type { SavedPlace } from './types.ts';

/** The Places of Ridgeway Gas Plant, in the order in which they were saved. */
export const RIDGEWAY_PLACES: readonly SavedPlace[] = [
  {
    name: 'Tank farm from the south-east',
    description: 'Bund, stairs and level bands of T-101 to T-104.',
    owner: 'member',
    pose: lookAt([-30, -52, 26], [-60, 2, 6]),
  },
  {
    name: 'Columns over the pipe rack',
    description: 'Overhead lines of C-101 to C-104 where they meet the rack.',
    owner: 'member',
    pose: lookAt([60, -22, 34], [14, 16, 16]),
  },
  {
    name: 'Spheres and control room',
    description: 'Legs and platforms of the spheres.',
    owner: 'member',
    pose: lookAt([70, 54, 20], [108, 20, 7]),
  },
];
