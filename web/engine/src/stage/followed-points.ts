/** Points that no tool owns. They request finer tiles and are picked again on them along their rays. */
import { type FigurePoint, pointFromHit } from '../tools/figures/figure.ts';
import { Refinement, unrefinedOf } from '../tools/figures/refinement.ts';
import type { SettledView, ToolHit } from '../tools/tool.ts';

interface Followed {
  point: FigurePoint;
  readonly hit: ToolHit;
  readonly onFiner: (hit: ToolHit) => void;
}

export class FollowedPoints {
  private readonly followed = new Set<Followed>();
  private readonly refinement = new Refinement();
  private made = 0;
  /** Points that finer tiles may refine; the same objects until they change. */
  unrefined: readonly FigurePoint[] = [];

  constructor(private readonly onChange: () => void) {}

  /** Calls `onFiner` with each more exact position of the point, until the returned function is called. */
  follow(hit: ToolHit, onFiner: (hit: ToolHit) => void): () => void {
    const one = { point: pointFromHit(hit, this.made++), hit, onFiner };
    this.followed.add(one);
    this.changed();
    return () => {
      if (this.followed.delete(one)) this.changed();
    };
  }

  /** True if it has queried the view for some points; call again for the others. */
  refine(view: SettledView): boolean {
    const all = [...this.followed];
    const { hasAsked } = this.refinement.refine(
      all.map(({ point }) => point),
      view,
    );
    if (!hasAsked) return false;
    const before = new Map(all.map((one) => [one, one.point]));
    for (const one of all) one.point = this.refinement.newest(one.point);
    this.changed();
    for (const one of all) {
      const { pointEcef, featureId, errorMetres } = one.point;
      if (before.get(one)!.errorMetres !== errorMetres) one.onFiner({ ...one.hit, pointEcef, featureId, errorMetres });
    }
    return true;
  }

  private changed(): void {
    this.unrefined = unrefinedOf(Array.from(this.followed, ({ point }) => point));
    this.onChange();
  }
}
