/** The role that `--admin` gives: every permission everywhere. It is created when there is no role of that name. */
export const ADMINISTRATOR_ROLE = 'Administrator';
