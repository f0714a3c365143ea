import { classNames } from '../class-names.ts';
import css from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  /** Both are absent while the progress is not known. */
  value?: number;
  most?: number;
  className?: string | undefined;
}

/** How far something is, as a thin line. */
export const ProgressBar = ({ label, value, most, className }: ProgressBarProps) => (
  <progress
    className={classNames(css.progress, className)}
    aria-label={label}
    {...(value === undefined ? {} : { max: most || 1, value })}
  />
);
