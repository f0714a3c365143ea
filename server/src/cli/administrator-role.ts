/** The role that `--admin` gives: every permission everywhere. Made when there is none of that name. */
export const ADMINISTRATOR_ROLE = 'Administrator';
