// JavaScript without packages, because the installation of the packages draws one as well.

const maxBarWidth = 24;
/** Some terminals report no width, others report 0. */
const usualColumns = 80;
/** An estimate from less is a guess. */
const minShareForEstimate = 0.1;

function timeText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

class ProgressBar {
  constructor(title, total, { unit = '', stream = process.stderr, now = Date.now } = {}) {
    Object.assign(this, { title, total, unit, stream, now, startedAt: now(), last: '' });
    this.isDrawn = stream.isTTY === true && process.env.TERM !== 'dumb';
  }

  update(done, detail) {
    if (!this.isDrawn) return;
    const share = this.total > 0 ? Math.min(1, done / this.total) : 0;
    const elapsed = this.now() - this.startedAt;
    const left = share >= minShareForEstimate && share < 1 ? `, about ${timeText((elapsed * (1 - share)) / share)} left` : '';
    const text = ` ${detail ?? `${Math.min(done, this.total)}/${this.total} ${this.unit}`.trim()}${left}`;
    const columns = (this.stream.columns || usualColumns) - 1;
    const width = Math.max(0, Math.min(maxBarWidth, columns - this.title.length - 1 - text.length));
    const full = Math.round(share * width);
    this.draw(`${this.title} ${'█'.repeat(full)}${'░'.repeat(width - full)}${text}`.slice(0, columns));
  }

  line(text) {
    const { last } = this;
    this.draw('');
    this.stream.write(`${text}\n`);
    this.draw(last);
  }

  end() {
    this.draw('');
  }

  draw(text) {
    if (!this.isDrawn || text === this.last) return;
    this.stream.write(`\r\u001b[2K${text}`);
    this.last = text;
  }
}

module.exports = { ProgressBar };
