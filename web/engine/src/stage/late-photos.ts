import type { EnuSection } from '../geometry/half-spaces.ts';
import { Late } from '../late.ts';
import type { HiddenTest } from '../overlays/occlusion.ts';
import type { RayTest } from '../photos/photo-sight.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { StagePhotos, StagePhotosOptions } from './stage-photos.ts';
import type { StageState } from './stage-state.ts';

const ALL: ReadonlySet<keyof StageState> = new Set(['photos', 'selectedPhotoId', 'hoveredPhotoId', 'photoLook']);

/** The photos of a stage. The code that draws them is loaded with the first photo, because most host pages have none. */
export class LatePhotos {
  private readonly late: Late<StagePhotos>;

  constructor(
    options: StagePhotosOptions,
    private readonly state: () => StageState,
  ) {
    const load = async () => {
      const { StagePhotos: Photos } = await import('./stage-photos.ts');
      return () => {
        const photos = new Photos(options);
        photos.stateChanged(state(), ALL);
        return photos;
      };
    };
    this.late = new Late({ load, onSettled: options.onChange });
  }

  /** There are photos that cannot be drawn yet. */
  get isLoading(): boolean {
    return this.late.isLoading;
  }

  /** `changed` names the fields of the state that have changed. */
  stateChanged(changed: ReadonlySet<keyof StageState>): void {
    if (this.late.value) this.late.value.stateChanged(this.state(), changed);
    else if (changed.has('photos') && this.state().photos.length > 0) this.late.want();
  }

  /** For the next frame. */
  place(camera: CameraFrame, section: EnuSection | null): void {
    this.late.value?.place(camera, section);
  }

  /** Ids of the photos drawn at a CSS pixel, the foremost first; null for none. */
  readonly at = (x: number, y: number): string[] | null => this.late.value?.at(x, y) ?? null;

  /** For a settled view. True if the next frame has to continue. */
  settle(isHidden: HiddenTest, castRay: RayTest): boolean {
    return this.late.value?.settle(isHidden, castRay) ?? false;
  }

  /** The model has changed; the camera has not. */
  modelChanged(): void {
    this.late.value?.modelChanged();
  }

  destroy(): void {
    this.late.dispose()?.destroy();
  }
}
