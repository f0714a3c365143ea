import css from './name-cell.module.css';

/** A cell of two lines: a name, and below it a detail, such as the purpose of a role or the address of a person. */
export function NameCell({ name, detail }: { name: string; detail: string }) {
  return (
    <>
      <span className={css.name}>{name}</span>
      {detail && <span className={css.detail}>{detail}</span>}
    </>
  );
}
