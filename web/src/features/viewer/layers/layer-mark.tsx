import type { LayerColor, LayerShape } from '@overlook/embed/layers';
import css from './layer-mark.module.css';

/** Meanings with a colour of the theme; each has a shape of its own besides. */
const MEANINGS: readonly string[] = ['normal', 'high', 'low', 'missing'];

const SHAPES: Readonly<Record<LayerShape, React.ReactNode>> = {
  circle: <circle cx="6" cy="6" r="4" />,
  triangle: <path d="M6 1.5 11 10.5H1Z" />,
  ring: <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.4 2" />,
  square: <rect x="2" y="2" width="8" height="8" rx="1" />,
  line: <path d="M1 6H11" fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />,
};

/** The sign of a state or a kind: it differs in shape too. */
export function LayerMark({ shape, color }: { shape: LayerShape; color: LayerColor }) {
  const isMeaning = MEANINGS.includes(color);
  return (
    <svg
      viewBox="0 0 12 12"
      aria-hidden
      className={css.mark}
      data-meaning={isMeaning ? color : undefined}
      style={isMeaning ? undefined : { color }}
    >
      {SHAPES[shape]}
    </svg>
  );
}
