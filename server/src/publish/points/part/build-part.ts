import { type BuildCloudOptions, type BuiltCloud, buildCloud } from '../build/build-cloud.ts';
import type { BaseCloud } from '../base-cloud.ts';
import { findRegion, type PlanPlace } from './find-region.ts';

export interface BuildPartOptions extends Omit<BuildCloudOptions, 'region'> {
  /** The capture whose region the files replace. */
  readonly base: BaseCloud;
  readonly within: readonly PlanPlace[] | null;
}

/**
 * Builds the cloud of a capture with a part of it replaced by the files: the points of the base outside of the region, then those of the files.
 * Throws as `buildCloud` and `findRegion` do.
 */
export async function buildPart({ files, base, within, ...options }: BuildPartOptions): Promise<BuiltCloud> {
  let points = 0;
  const onPoints = (count: number) => options.onProgress?.({ step: 'reading', points: (points += count), total: null });
  const region = await findRegion({ files, rules: options.rules, base, within, onPoints });
  const before = { path: base.store, name: base.name, isStore: true };
  const built = await buildCloud({ ...options, files: [before, ...files], region });
  const [kept, ...added] = built.description.sources.map((source) => source.points) as [number, ...number[]];
  const number = new Intl.NumberFormat('en-GB');
  const sum = added.reduce((all, more) => all + more, 0);
  const said = `Of ${base.name} ${number.format(kept)} points were kept and ${number.format(base.points - kept)} replaced; ${number.format(sum)} were added.`;
  return { ...built, warnings: [said, ...built.warnings] };
}
