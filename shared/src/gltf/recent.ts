/** A cache of the most recently used values by their numbers. */
export class Recent<Value> {
  readonly #made = new Map<number, Value>();

  constructor(private readonly most: number) {}

  of(key: number, make: () => Value): Value {
    const known = this.#made.get(key);
    if (known !== undefined && this.most === Infinity) return known;
    const value = known ?? make();
    // The map's order is that of use.
    this.#made.delete(key);
    this.#made.set(key, value);
    if (this.#made.size > this.most) this.#made.delete(this.#made.keys().next().value!);
    return value;
  }
}
