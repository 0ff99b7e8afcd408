const minBlockBytes = 4_096;
const maxBlockBytes = 65_536;

/**
 * Collects bytes that arrive in pieces into few blocks of memory. A one-byte piece kept as its own Buffer takes a hundred times its
 * size, so a sender of tiny pieces could exhaust the memory far below any byte limit.
 */
export class PiecedBytes {
  length = 0;
  pieces = 0;
  private readonly blocks: Buffer[] = [];
  private block = Buffer.alloc(0);
  /** Unused bytes at the end of `block`. */
  private free = 0;

  add(piece: Buffer): void {
    this.length += piece.length;
    this.pieces += 1;
    // Most bodies arrive in one piece: keep it without a copy.
    if (this.pieces === 1) this.blocks.push(piece);
    else this.fill(piece);
  }

  whole(): Buffer {
    return Buffer.concat(this.blocks, this.length);
  }

  private fill(piece: Buffer): void {
    let from = 0;
    while (from < piece.length) {
      if (this.free === 0) this.addBlock();
      const copied = piece.copy(this.block, this.block.length - this.free, from);
      this.free -= copied;
      from += copied;
    }
  }

  /** Doubles the total, within bounds. */
  private addBlock(): void {
    this.free = Math.min(maxBlockBytes, Math.max(minBlockBytes, this.length));
    this.block = Buffer.allocUnsafeSlow(this.free);
    this.blocks.push(this.block);
  }
}
