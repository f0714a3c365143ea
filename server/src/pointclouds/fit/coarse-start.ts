import { RAD_PER_DEG } from '@overlook/shared/maths';
import { closeIn } from './close-in.ts';
import type { LevelMove } from './level-move.ts';
import type { LevelStep } from './level-step.ts';
import { PointPairs } from './point-pairs.ts';
import { isSteep, picked, type Sample, type Surfaces } from './surfaces.ts';

/** Steps of the search east and north, metres, and how many on either side. */
const STEP_M = 0.5;
const STEPS = 3;
/** Turns are searched up to this, in steps that move the data about `STEP_M`, at most so many on either side. */
const TURN_MOST_RAD = 4 * RAD_PER_DEG;
const TURN_STEPS_MOST = 16;
/** Pairs within this count for a place of the search. */
const SEARCH_CAP_M = 0.4;
/** Points of the search, and of the fits that its best places begin. */
const SEARCH_POINTS = 800;
const TRIED_POINTS = 4000;
/** Fewer points on walls, vessels and pipes do not tell places apart. */
const STEEP_LEAST = 100;
/** Surfaces flatter than 25° are flat: cosine. */
const FLAT = 0.9;
const PLACES_TRIED = 6;
/** A place is better than that where the fit began when so much more of the data lies on the neighbour. */
const BETTER = 1.05;
/** Data lie on a surface within this, metres. */
const ON_M = 0.1;
const CLOSE_IN_CAP_M = 0.7;
/** The search is left out where so much lies on the neighbour without it. */
const GOOD_SHARE = 0.8;

/**
 * A start from which the fit closes in. What is on pipes and walls goes to the nearest pipe and wall, which is the wrong one where the data
 * lie more than a pipe's distance off; so places around the start are compared by how much of what is steep lies on the neighbour.
 */
export function coarseStart(sample: Sample, neighbour: Surfaces, start: LevelMove, leverM: number): LevelMove {
  const pairsOf = (numbers: ArrayLike<number>) => new PointPairs(picked(sample, numbers), neighbour, leverM);
  const tried = pairsOf(evenly(sample, TRIED_POINTS, () => true));
  const steep = evenly(sample, SEARCH_POINTS, isSteep);
  const judged = pairsOf(evenly(sample, TRIED_POINTS, isSteep));
  const shareOn = (move: LevelMove) => {
    judged.find(move, ON_M);
    return judged.share();
  };
  const attempt = (from: LevelMove, capM: number) => {
    const { move } = closeIn(tried, from, capM);
    return { move, share: shareOn(move) };
  };
  const level = settled(pairsOf(evenly(sample, TRIED_POINTS, (up) => Math.abs(up) > FLAT)), start);
  let best = attempt(level, 2 * CLOSE_IN_CAP_M);
  if (steep.length < STEEP_LEAST || best.share > GOOD_SHARE) return best.move;
  for (const place of bestPlaces(pairsOf(steep), level, leverM)) {
    const found = attempt(place, CLOSE_IN_CAP_M);
    if (found.share > BETTER * best.share) best = found;
  }
  return best.move;
}

/** Up or down onto the ground. */
function settled(flat: PointPairs, start: LevelMove): LevelMove {
  let move = start;
  for (const capM of [1.5, 1, 0.5]) {
    flat.find(move, capM, capM);
    move = move.followedBy([0, 0, -flat.medianUpM(), 0]);
  }
  return move;
}

/** The places around a start with the most pairs, best first, none beside a better one. */
function bestPlaces(pairs: PointPairs, start: LevelMove, leverM: number): LevelMove[] {
  const turnStep = STEP_M / Math.max(1, leverM);
  const turns = Math.min(TURN_STEPS_MOST, Math.ceil(TURN_MOST_RAD / turnStep));
  const places: { at: readonly [number, number, number]; move: LevelMove; score: number }[] = [];
  for (let t = -turns; t <= turns; t++)
    for (let e = -STEPS; e <= STEPS; e++)
      for (let n = -STEPS; n <= STEPS; n++) {
        const step: LevelStep = [e * STEP_M, n * STEP_M, 0, t * turnStep];
        const move = start.followedBy(step);
        pairs.find(move, SEARCH_CAP_M, SEARCH_CAP_M);
        places.push({ at: [e, n, t], move, score: pairs.closeness(SEARCH_CAP_M) });
      }
  places.sort((a, b) => b.score - a.score);
  const chosen: typeof places = [];
  for (const place of places) {
    if (chosen.length === PLACES_TRIED) break;
    const isBeside = chosen.some(({ at }) => at.every((number, axis) => Math.abs(number - place.at[axis]!) <= 1));
    if (!isBeside) chosen.push(place);
  }
  return chosen.map(({ move }) => move);
}

/** Numbers of at most so many points whose normals have such an upward part, spread over the sample. */
function evenly({ normals }: Sample, most: number, isWanted: (up: number) => boolean): number[] {
  const wanted: number[] = [];
  for (let point = 0; 3 * point < normals.length; point++) if (isWanted(normals[3 * point + 2]!)) wanted.push(point);
  const every = Math.max(1, wanted.length / most);
  return Array.from({ length: Math.min(most, wanted.length) }, (_, i) => wanted[Math.floor(i * every)]!);
}
