import type { SystemDetails } from '../api/representations';
import { usePages } from '../data/use-reads';
import { useText } from '../language/use-language';

interface ChoiceProps {
  /** Ids. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

/** The systems whose connections a support user sees in full. */
export function SystemChoice({ chosen, onChoose }: ChoiceProps) {
  const t = useText();
  const { rows = [] } = usePages<SystemDetails>('systems');
  return (
    <fieldset>
      <legend>{t('users.systems')}</legend>
      <div className="options">
        {rows.map(({ id, name }) => (
          <label key={id} className="option">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
