import { shortened } from '@sync/command-line';
import type { SyncRun } from './service-calls';

export interface ProgressRow {
  shop: string;
  run: SyncRun;
}

const barWidth = 24;
/** Of a terminal that reports none, or 0. */
const usualColumns = 80;

function key({ shop, run }: ProgressRow): string {
  return `${shop.padEnd(14)} ${run.capability.padEnd(9)}`;
}

function state({ run }: ProgressRow): string {
  if (run.status === 'queued') return 'waiting';
  const pages = run.pages_total === null ? `${run.pages_done} pages` : `${run.pages_done}/${run.pages_total} pages`;
  const failure = run.status === 'failed' || run.status === 'cancelled' ? ` ${run.status}` : '';
  return `${pages}, ${run.records_fetched} records${failure}${run.waiting ? ` waiting: ${run.waiting.reason}` : ''}`;
}

function bar({ run }: ProgressRow): string {
  const share = run.status === 'succeeded' ? 1 : run.pages_total ? Math.min(1, run.pages_done / run.pages_total) : 0;
  const full = Math.round(share * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
}

/** Shows the progress of syncs: live bars in a terminal, otherwise one line when a sync starts, passes a quarter or ends. */
export class Progress {
  private drawn = 0;
  private readonly printed = new Map<string, string>();

  constructor(private readonly stream: NodeJS.WriteStream) {}

  show(rows: readonly ProgressRow[]): void {
    if (this.stream.isTTY) this.draw(rows);
    else this.print(rows);
  }

  private draw(rows: readonly ProgressRow[]): void {
    const up = this.drawn > 0 ? `\u001b[${this.drawn}A` : '';
    // A line that wraps would take two, and the next drawing would go up too little.
    const width = (this.stream.columns || usualColumns) - 1;
    const lines = rows.map((row) => `\u001b[2K${shortened(`   ${key(row)} ${bar(row)} ${state(row)}`, width)}\n`);
    this.stream.write(up + lines.join(''));
    this.drawn = rows.length;
  }

  private print(rows: readonly ProgressRow[]): void {
    for (const row of rows) {
      const { status, pages_done, pages_total } = row.run;
      const quarter = status === 'running' && pages_total ? Math.floor((4 * pages_done) / pages_total) : 0;
      const stage = `${status} ${quarter}`;
      if (status === 'queued' || this.printed.get(row.run.id) === stage) continue;
      this.printed.set(row.run.id, stage);
      this.stream.write(`   ${key(row)} ${status}: ${state(row)}\n`);
    }
  }
}
