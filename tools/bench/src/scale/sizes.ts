/** Rows of a filled database. */
export interface Sizes {
  tenants: number;
  connections: number;
  records: number;
  runs: number;
  tasks: number;
}

const whole: Sizes = { tenants: 20_000, connections: 200_000, records: 10_000_000, runs: 5_000_000, tasks: 2_000_000 };

/** The smallest database still has shops of every kind. */
const minFactor = 0.001;

/** Bytes on disk per row, with its indexes. Measured on a filled database. */
const bytesPerRow: Sizes = { tenants: 0, connections: 2_400, records: 690, runs: 330, tasks: 500 };
/** Write-ahead log at its largest (`max_wal_size`), and what sorting takes for a while. */
const spareBytes = 6 * 1024 ** 3;

/** 200 connections at the smallest factor, 200,000 at 1. */
export function sizesOf(factor: number): Sizes {
  const scaled = (rows: number): number => Math.round(rows * Math.max(factor, minFactor));
  const tenants = scaled(whole.tenants);
  return { tenants, connections: tenants * 10, records: scaled(whole.records), runs: scaled(whole.runs), tasks: scaled(whole.tasks) };
}

export function diskBytesOf(sizes: Sizes): number {
  return Object.entries(bytesPerRow).reduce((sum, [name, bytes]) => sum + bytes * sizes[name as keyof Sizes], 0);
}

/** Free space that filling needs. */
export function neededBytesOf(sizes: Sizes): number {
  const bytes = diskBytesOf(sizes);
  return bytes + Math.min(spareBytes, bytes);
}
