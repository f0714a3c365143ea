import { CursorCoordinates } from './coordinates.tsx';
import { ProjectionSelect } from './projection-select.tsx';
import css from './footer.module.css';

/** The point under the cursor, and how its coordinates are written. */
export const FooterCoordinates = () => (
  <>
    <CursorCoordinates />
    <span className={css.rule} />
    <ProjectionSelect />
  </>
);
