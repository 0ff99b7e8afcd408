import type { RecordKind } from '../api/representations';
import { useText } from '../language/use-language';

interface KindsChoiceProps {
  legend: string;
  /** Those that there are to choose from. */
  kinds: readonly RecordKind[];
  chosen: readonly RecordKind[];
  onChoose: (kinds: RecordKind[]) => void;
}

/** Kinds of records, in the order in which they are offered. */
export function KindsChoice({ legend, kinds, chosen, onChoose }: KindsChoiceProps) {
  const t = useText();
  return (
    <fieldset>
      <legend>{legend}</legend>
      {kinds.map((kind) => (
        <label key={kind} className="option">
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={({ target }) => onChoose(kinds.filter((one) => (one === kind ? target.checked : chosen.includes(one))))}
          />
          {t(`records.${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}
