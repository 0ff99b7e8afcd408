import type { ServiceFigures } from '../api/representations';
import { useLanguage } from '../language/use-language';

const width = 600;
const height = 120;

/** Webhooks of each minute as bars. For those who cannot see them: the sum and the maximum. */
export function Bars({ minutes }: { minutes: ServiceFigures['webhooks'] }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const max = Math.max(1, ...minutes.map(({ count }) => count));
  const sum = minutes.reduce((total, { count }) => total + count, 0);
  const step = width / Math.max(1, minutes.length);
  const text = t('dashboard.webhooksText', { sum: number.format(sum), max: number.format(sum === 0 ? 0 : max) });
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="bars" aria-hidden="true">
        {minutes.map(({ minute, count }, place) => {
          const tall = (count / max) * height;
          return <rect key={minute} x={place * step + 1} y={height - tall} width={Math.max(1, step - 2)} height={tall} />;
        })}
      </svg>
      <figcaption className="hint">{text}</figcaption>
    </figure>
  );
}
