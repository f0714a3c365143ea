import type { Swipe } from '@overlook/engine';
import type { Capture } from '@overlook/shared/schemas';
import { type LinkedView as ViewOfLink, readViewLink } from '../../links/view-link.ts';
import { capturesAt } from '../api/captures.ts';
import type { ElementStage } from './element-stage.ts';

type ReadCaptures = () => Promise<readonly Capture[]>;

/** A view that an address names, with the captures of the site if it names a moment. */
export class LinkedView {
  private constructor(
    private readonly view: ViewOfLink,
    private readonly captures: readonly Capture[],
  ) {}

  /** `view`: an address or its query. Null for a text that names no view. Without the captures a view shows the newest. */
  static async read(view: string, readCaptures: ReadCaptures): Promise<LinkedView | null> {
    const linked = readViewLink(new URLSearchParams(view.slice(view.indexOf('?') + 1)))?.view;
    if (!linked) return null;
    const isDated = [linked.moments[0], linked.swipe?.secondMoment].some(Boolean);
    return new LinkedView(linked, isDated ? await readCaptures().catch(() => []) : []);
  }

  /** The layer of its first screen (model type); undefined for none. */
  get layerId(): number | undefined {
    return this.view.layers[0];
  }

  /** Shows the parts that the stage has: camera, moment, section, level, swipe and measurements. */
  show(viewed: ElementStage): void {
    const { pose, section, level, nearMetres, pointColors, results } = this.view;
    const { stage, tools } = viewed;
    const moment = this.view.moments[0] ?? null;
    viewed.showMoment(moment, capturesAt(this.captures, moment));
    if (pose) stage.setPose(pose);
    const groundM = stage.state().site?.origin.height ?? 0;
    stage.update({
      section,
      // Without the list of levels there is nothing dim below one.
      heights: level && { fromM: level.fromM - groundM, toM: level.toM - groundM },
      pointColors,
      swipe: this.swipe(viewed.layerIds()),
      ...(nearMetres !== null && { nearMetres }),
    });
    for (const name of ['measure', 'angle', 'target'] as const) if (results[name]) tools[name]?.restore(results[name]);
  }

  /** Null if the second side has a layer that the view does not have. */
  private swipe(layerIds: readonly number[]): Swipe | null {
    if (!this.view.swipe || !layerIds.includes(this.view.swipe.secondLayerId)) return null;
    const { secondMoment, ...swipe } = this.view.swipe;
    return { ...swipe, secondCapture: capturesAt(this.captures, secondMoment)(swipe.secondLayerId) };
  }
}
