/** Sizes that a picture can be taken at besides the screen's own, pixels. */
export const CAPTURE_SIZES = [
  { key: 'hd', label: '1920 × 1080', width: 1920, height: 1080 },
  { key: 'uhd', label: '3840 × 2160', width: 3840, height: 2160 },
] as const;

export interface CaptureSize {
  readonly width: number;
  readonly height: number;
}
