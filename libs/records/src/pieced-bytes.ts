const smallestBlock = 4_096;
const largestBlock = 65_536;

/**
 * Bytes that arrive in pieces, in as few blocks of memory as they need. Kept as it came, a piece of one byte takes a hundred times its
 * size: a sender of nothing but those could fill the memory well below any limit of bytes.
 */
export class PiecedBytes {
  length = 0;
  pieces = 0;
  private readonly blocks: Buffer[] = [];
  /** The last block, and how many of its bytes are free. */
  private block = Buffer.alloc(0);
  private free = 0;

  add(piece: Buffer): void {
    this.length += piece.length;
    this.pieces += 1;
    // There often is no other.
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

  /** As large as what is there already, within bounds. */
  private addBlock(): void {
    this.free = Math.min(largestBlock, Math.max(smallestBlock, this.length));
    this.block = Buffer.allocUnsafeSlow(this.free);
    this.blocks.push(this.block);
  }
}
