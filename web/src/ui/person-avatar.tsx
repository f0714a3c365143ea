import css from './person-avatar.module.css';

interface PersonAvatarProps {
  id: number;
  firstName: string;
  lastName: string;
}

/** As many colours as there are in the tokens. */
const HUES = 8;

/** The first letter of a name as people see it: emoji and letters of other planes count as one. */
const initial = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '';

/** A person's initials on a colour of their own. It repeats the name beside it. */
export function PersonAvatar({ id, firstName, lastName }: PersonAvatarProps) {
  return (
    <span className={css.avatar} data-hue={id % HUES} aria-hidden>
      {initial(firstName)}
      {initial(lastName)}
    </span>
  );
}
