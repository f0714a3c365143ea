/** A column of the editor: a site, or the one for global scope (id 0). */
export interface Scope {
  id: number;
  name: string;
}
