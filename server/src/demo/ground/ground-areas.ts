import type { GroundArea } from '../plant/types.ts';

/** An area changes the ground up to this far outside its border, metres. */
export const AREA_REACH = 1.6;

/** Side of the cells, metres. */
const CELL = 8;
const NONE: readonly GroundArea[] = [];

/** Finds the areas near a point: a site has dozens, and most of its ground has none or one. */
export class GroundAreas {
  readonly #cells: (readonly GroundArea[])[] = [];
  readonly #columns: number;
  readonly #rows: number;
  readonly #west: number;
  readonly #south: number;

  constructor(areas: readonly GroundArea[]) {
    const least = (of: (area: GroundArea) => number) => areas.reduce((low, area) => Math.min(low, of(area)), Infinity);
    // One cell more on each side holds what reaches beyond the borders.
    this.#west = least(({ west }) => west) - CELL;
    this.#south = least(({ south }) => south) - CELL;
    const [east, north] = [-least((area) => -area.east), -least((area) => -area.north)];
    this.#columns = areas.length > 0 ? Math.ceil((east - this.#west) / CELL) + 1 : 0;
    this.#rows = areas.length > 0 ? Math.ceil((north - this.#south) / CELL) + 1 : 0;
    for (let row = 0; row < this.#rows; row++)
      for (let column = 0; column < this.#columns; column++) {
        const west = this.#west + column * CELL;
        const south = this.#south + row * CELL;
        this.#cells.push(areas.filter((area) => reaches(area, west, south)));
      }
  }

  /** All areas that change the ground at a point, and some that only come close; ENU metres, in their order. */
  near(east: number, north: number): readonly GroundArea[] {
    const column = Math.floor((east - this.#west) / CELL);
    const row = Math.floor((north - this.#south) / CELL);
    if (!(column >= 0 && row >= 0 && column < this.#columns && row < this.#rows)) return NONE;
    return this.#cells[row * this.#columns + column]!;
  }
}

/** Whether an area changes the ground in the cell with this corner; a millimetre covers rounding at the cell's border. */
function reaches(area: GroundArea, west: number, south: number): boolean {
  const reach = AREA_REACH + 0.001;
  return (
    area.west - reach <= west + CELL &&
    area.east + reach >= west &&
    area.south - reach <= south + CELL &&
    area.north + reach >= south
  );
}

let latest: readonly GroundArea[] = NONE;
let latestAreas = new GroundAreas(NONE);

/** The areas of a list by place; one list at a time is in use, for very many points. */
export function groundAreas(areas: readonly GroundArea[]): GroundAreas {
  if (areas !== latest) [latest, latestAreas] = [areas, new GroundAreas(areas)];
  return latestAreas;
}
