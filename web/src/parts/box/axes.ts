import css from './axes.module.css';

/** Letters, names and colours of the three axes at a place. */
export const AXES = [
  { letter: 'E', direction: 'east', className: css.east },
  { letter: 'N', direction: 'north', className: css.north },
  { letter: 'U', direction: 'up', className: css.up },
] as const;
