import { PANORAMA } from '@overlook/shared/config';
import { numberText } from '@overlook/shared/format';
import {
  type PhotoAngles,
  type PhotoCamera,
  type PhotoPixel,
  type Vec3,
  DEG_PER_RAD,
  enuFrame,
  isInPicture,
  photoOrientationEnu,
  photoPixelOf,
  photoRayOf,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PanoramaLook, PhotoViewCamera } from '@overlook/engine';
import { photoLens, photoPlace, type PhotoFrameWithCamera } from '../marks/photo-camera-of.ts';
import type { Engine } from '../load-engine.ts';
import type { PhotoView, ViewPoint, ViewSize } from '../photo-frame.ts';

/** A panorama without a heading is shown as if its centre were north, and level by its tilt where that is known. */
export const panoramaAngles = ({ photo: { angles, tilt } }: NearbyPhoto): PhotoAngles =>
  angles ?? { headingDeg: 0, ...(tilt ?? { pitchDeg: 0, rollDeg: 0 }) };

/** Factor of one press of a zoom button. */
const ZOOM_STEP = 0.8;

/** The state of a look into a panorama, without pictures. The canvas follows it. */
export class PanoramaPhotoView implements PhotoView, PhotoFrameWithCamera {
  private readonly camera: PhotoCamera;
  private readonly listeners = new Set<() => void>();
  private readonly first: PanoramaLook;
  private now: PanoramaLook;
  sizeCss: ViewSize = { width: 0, height: 0 };

  /** Begins with the requested point (ECEF metres) at the centre, or in the direction of the photo. */
  constructor(
    readonly photo: NearbyPhoto,
    askedEcef: Vec3 | null,
    private readonly engine: Engine,
  ) {
    const angles = panoramaAngles(photo);
    this.camera = { position: [0, 0, 0], ...photoOrientationEnu(angles), lens: photoLens(photo)! };
    const toward = askedEcef && photo.photo.angles ? lookTo(photo, askedEcef) : null;
    this.first = engine.limitedLook({
      headingDeg: toward?.headingDeg ?? angles.headingDeg,
      pitchDeg: toward?.pitchDeg ?? 0,
      fovDeg: PANORAMA.fovDefaultDeg,
    });
    this.now = this.first;
  }

  get look(): PanoramaLook {
    return this.now;
  }

  setLook(look: PanoramaLook): void {
    this.now = look;
    this.tell();
  }

  resize(sizeCss: ViewSize): void {
    this.sizeCss = sizeCss;
    this.tell();
  }

  toView(pixel: PhotoPixel): ViewPoint | null {
    const ray = photoRayOf(this.camera, pixel);
    const { direction, up } = this.engine.lookOrientationEnu(this.now);
    return this.engine.placeInView(this.viewFrom([0, 0, 0], direction, up), ray);
  }

  toPixel(x: number, y: number): PhotoPixel | null {
    if (this.sizeCss.width === 0) return null;
    const pixel = photoPixelOf(this.camera, this.engine.lookRayEnu(this.now, this.size, x, y));
    return pixel && isInPicture(pixel, this.camera.lens) ? pixel : null;
  }

  /** The camera for marks, in ECEF; null if the photo has no position or direction. */
  viewCamera(): PhotoViewCamera | null {
    const place = photoPlace(this.photo);
    if (!place || !this.photo.photo.angles) return null;
    const { ecefFromEnu } = enuFrame(place);
    const { direction, up } = this.engine.lookOrientationEnu(this.now);
    return this.viewFrom(
      transformPoint(ecefFromEnu, [0, 0, 0]),
      transformDirection(ecefFromEnu, direction),
      transformDirection(ecefFromEnu, up),
    );
  }

  zoomBy(steps: number): void {
    const { widthPx, heightPx } = this.size;
    this.setLook(this.engine.zoomedLook(this.now, this.size, ZOOM_STEP ** steps, widthPx / 2, heightPx / 2));
  }

  fit(): void {
    this.setLook(this.first);
  }

  get zoomText(): string {
    return `${numberText(this.now.fovDeg, 0)}°`;
  }

  get canZoomIn(): boolean {
    return this.now.fovDeg > PANORAMA.fovLeastDeg;
  }

  get canZoomOut(): boolean {
    return this.now.fovDeg < PANORAMA.fovMostDeg;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private get size() {
    return { widthPx: this.sizeCss.width, heightPx: this.sizeCss.height };
  }

  private viewFrom(positionEcef: Vec3, directionEcef: Vec3, upEcef: Vec3): PhotoViewCamera {
    const { widthPx, heightPx } = this.size;
    const focalPx = this.engine.lookFocalPx(this.now, this.size);
    return { positionEcef, directionEcef, upEcef, focalPx, axisPx: [widthPx / 2, heightPx / 2], widthPx, heightPx };
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Heading and pitch from a photo to a point (ECEF metres). */
function lookTo(photo: NearbyPhoto, pointEcef: Vec3): { headingDeg: number; pitchDeg: number } | null {
  const place = photoPlace(photo);
  if (!place) return null;
  const frame = enuFrame(place);
  const away = transformPoint(frame.enuFromEcef, pointEcef);
  const level = Math.hypot(away[0], away[1]);
  if (level < 0.01) return null;
  return {
    headingDeg: Math.atan2(away[0], away[1]) * DEG_PER_RAD,
    pitchDeg: Math.atan2(away[2], level) * DEG_PER_RAD,
  };
}
