const settings = {
  log_min_duration: '0',
  log_analyze: 'on',
  log_buffers: 'on',
  log_level: 'notice',
  log_nested_statements: 'on',
};

/** SQL: the session says the plan of each statement from now on, as a notice. */
export const voicePlans = `load 'auto_explain'; ${Object.entries(settings)
  .map(([name, value]) => `set auto_explain.${name} = ${value}`)
  .join('; ')}`;

export const silencePlans = 'set auto_explain.log_min_duration = -1';

const maxLines = 80;

/** Hears plans and keeps the slowest. */
export class SlowestPlan {
  private milliseconds = -1;
  private plan = '';

  readonly hear = (message: string): void => {
    const [, duration] = /^duration: ([\d.]+) ms {2}plan:/.exec(message) ?? [];
    if (duration === undefined || Number(duration) <= this.milliseconds) return;
    this.milliseconds = Number(duration);
    this.plan = message;
  };

  /** Without the text of the query, which stands in the source. */
  get text(): string {
    const lines = this.plan.split('\n');
    const first = Math.max(
      0,
      lines.findIndex((line) => line.includes('(cost=')),
    );
    return [`slowest statement: ${this.milliseconds} ms`, ...lines.slice(first, first + maxLines)].join('\n');
  }
}
