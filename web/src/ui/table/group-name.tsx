import css from './group-name.module.css';

/** Two lines of a list's cell: a name, and below it what says more, as the purpose of a role or a person's address. */
export function GroupName({ displayName, description }: { displayName: string; description: string }) {
  return (
    <>
      <span className={css.name}>{displayName}</span>
      {description && <span className={css.description}>{description}</span>}
    </>
  );
}
