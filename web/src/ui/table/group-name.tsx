import css from './group-name.module.css';

/** A team or role in its list: its name, and below it what it is for. */
export function GroupName({ displayName, description }: { displayName: string; description: string }) {
  return (
    <>
      <span className={css.name}>{displayName}</span>
      {description && <span className={css.description}>{description}</span>}
    </>
  );
}
