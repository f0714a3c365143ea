/** A capture of a layer: what a screen shows of it instead of the one that the site names. */
export interface StageCapture {
  /** URL of a tileset.json or models.json. */
  readonly url: string;
  /** Calendar date, '2026-03-14'. */
  readonly takenOn: string;
}
