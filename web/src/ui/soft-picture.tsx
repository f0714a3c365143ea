import { useEffect, useEffectEvent, useRef } from 'react';

/** Width of the smallest copy: a texel of it covers two per cent of the picture. */
const SOFT_PX = 48;
/** Width of the copy that the page stretches: enough that no texel of it is seen. */
const SHOWN_PX = 384;

interface SoftPictureProps {
  url: string;
  /** Share of the picture's light, 0 to 1. */
  brightness: number;
  /** Share of its colour, 0 to 1. */
  saturation?: number;
  className?: string | undefined;
  /** It can be seen. */
  onDrawn?: (canvas: HTMLCanvasElement) => void;
}

/**
 * A picture as a dim and soft ground. It is made soft once and on the CPU: the filters of CSS are drawn by the GPU beside the
 * model, where they cost light GPUs a frame, and where WebKitGTK mixes their textures up with those of the model.
 */
export function SoftPicture({ url, brightness, saturation = 1, className, onDrawn }: SoftPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const noteDrawn = useEffectEvent((drawn: HTMLCanvasElement) => onDrawn?.(drawn));
  useEffect(() => {
    const image = new Image();
    image.src = url;
    let isOver = false;
    const draw = async () => {
      await image.decode();
      if (isOver || !canvas.current) return;
      drawSoft(canvas.current, image, { brightness, saturation });
      noteDrawn(canvas.current);
    };
    // Without its picture the ground stays plain.
    draw().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [url, brightness, saturation]);
  return <canvas ref={canvas} width={0} height={0} aria-hidden className={className} />;
}

/** Draws a loaded picture dim and soft into a canvas, which gets the size for it. */
export function drawSoft(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  { brightness, saturation }: Readonly<Record<'brightness' | 'saturation', number>>,
): void {
  const shape = image.naturalHeight / image.naturalWidth;
  const small = sized(document.createElement('canvas'), SOFT_PX, shape);
  small.drawImage(image, 0, 0, small.canvas.width, small.canvas.height);
  const shown = sized(canvas, SHOWN_PX, shape);
  const { width, height } = canvas;
  shown.drawImage(small.canvas, 0, 0, width, height);
  shown.globalCompositeOperation = 'saturation';
  shown.fillStyle = `rgb(128 128 128 / ${1 - saturation})`;
  shown.fillRect(0, 0, width, height);
  shown.globalCompositeOperation = 'source-over';
  shown.fillStyle = `rgb(0 0 0 / ${1 - brightness})`;
  shown.fillRect(0, 0, width, height);
}

function sized(canvas: HTMLCanvasElement, width: number, shape: number): CanvasRenderingContext2D {
  Object.assign(canvas, { width, height: Math.max(1, Math.round(width * shape)) });
  // Such a canvas stays on the CPU.
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  return context;
}
