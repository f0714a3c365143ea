import { encode } from 'uqr';
import css from './share.module.css';

/** Empty modules round the code, without which readers do not find it (ISO/IEC 18004 §6.3.8). */
const QUIET_MODULES = 4;

/** A text as a QR code, dark on light in every theme: readers expect it so. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_MODULES });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link" className={css.qr}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
