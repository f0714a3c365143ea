/** GPU memory of all tiles of one screen against its cap. Bytes are what was uploaded, mipmaps included. */
export class MemoryBudget {
  usedBytes = 0;

  constructor(public capBytes: number) {}

  get isFull(): boolean {
    return this.usedBytes >= this.capBytes;
  }
}
