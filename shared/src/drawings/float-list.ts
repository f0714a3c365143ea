/** A list of floats that grows. */
export class FloatList {
  values = new Float32Array(1024);
  length = 0;

  push(...more: readonly number[]): void {
    if (this.length + more.length > this.values.length) {
      const wider = new Float32Array(2 * this.values.length);
      wider.set(this.values);
      this.values = wider;
    }
    for (const value of more) this.values[this.length++] = value;
  }
}
