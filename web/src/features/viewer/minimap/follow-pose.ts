import type { Pose } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';

/**
 * Shows the pose now and, while it or the field of view changes, once in `everyMs`, the last one included. Returns what
 * ends it.
 */
export function followPose(
  stage: Pick<Stage, 'pose' | 'state' | 'on'>,
  everyMs: number,
  show: (pose: Pose) => void,
): () => void {
  let { fovYDeg } = stage.state();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showNow = () => {
    timer = undefined;
    show(stage.pose());
  };
  const ask = () => {
    timer ??= setTimeout(showNow, everyMs);
  };
  const undo = [
    stage.on('pose', ask),
    stage.on('drawn', () => {
      if (stage.state().fovYDeg === fovYDeg) return;
      ({ fovYDeg } = stage.state());
      ask();
    }),
  ];
  showNow();
  return () => {
    undo.forEach((step) => step());
    clearTimeout(timer);
  };
}
