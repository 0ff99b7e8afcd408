import { useText } from '../language/use-language';
import { RadioGroup } from '../ui/radio-group';

const ways = ['token', 'credentials'] as const;
export type Way = (typeof ways)[number];

/** Who brings the credentials: the shop's plugin, or the administrator. */
export function WayChoice({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  const t = useText();
  return (
    <RadioGroup
      legend={t('create.way')}
      options={ways.map((one) => ({ value: one, label: t(`create.way.${one}`), hint: t(`create.way.${one}Hint`) }))}
      value={way}
      onValue={(value) => onChoose(value as Way)}
    />
  );
}
