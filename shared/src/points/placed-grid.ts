import { invertAffine, multiply, toMat4 } from '../maths/matrix.ts';
import type { CountGrid } from './count-grid.ts';

/** The grid of a cloud whose points were moved (ECEF to ECEF, metres, 16 numbers); null for the same place. */
export const placedGrid = (grid: CountGrid, moveEcef: readonly number[] | null): CountGrid =>
  moveEcef ? { ...grid, ecefToCell: multiply(grid.ecefToCell, invertAffine(toMat4(moveEcef))) } : grid;
