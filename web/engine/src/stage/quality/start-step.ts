/**
 * The initial step of the governor on a page: the last step of the same GPU, else that of its kind. It affects only the first
 * movement: a step that is too low is undone after a second and a half, a step that is too high after five frames.
 */
import { GOVERNOR } from '@overlook/shared/config';

/** The stored step of a GPU. */
export interface LearntQuality {
  /** Name of the GPU by its driver. */
  readonly gpu: string;
  /** Index into GOVERNOR.steps. */
  readonly step: number;
}

/** Software renderer. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** GPUs of small and old devices: they share the memory bandwidth with the processor, and most are from 2018 or earlier. */
const WEAK =
  /intel.*(hd graphics|uhd graphics|gma)|mali-[4tg][0-9]{2}\b|adreno \(?(tm\)? )?[2-5][0-9]{2}|powervr|videocore|tegra/i;

/** Driver names of the steps above 0; the first match counts. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [SOFTWARE, 2],
  [WEAK, 1],
];

/** `learnt` counts only for the same GPU: a laptop may have two. */
export function startStep(gpu: string, learnt: LearntQuality | null): number {
  const step = learnt?.gpu === gpu ? learnt.step : (KINDS.find(([names]) => names.test(gpu))?.[1] ?? 0);
  return Math.max(0, Math.min(GOVERNOR.steps.length - 1, step));
}

/** Whether a GPU that begins at this step has shadows of the sun only if the user turns them on. */
export const hasNoShadowsFrom = (step: number): boolean => !GOVERNOR.steps[step]!.hasShadows;

/** Whether single frames use multisampling (MSAA), which a context cannot change later. Stills are antialiased in any case. */
export const isSmoothedFrom = (step: number): boolean => step < GOVERNOR.unsmoothedFromStep;
