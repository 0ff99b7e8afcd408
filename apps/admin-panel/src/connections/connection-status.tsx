import { useText } from '../language/use-language';
import type { ConnectionStatus } from '../api/representations';

const tones: Readonly<Record<ConnectionStatus, string>> = {
  active: 'good',
  pending: 'waiting',
  error: 'bad',
  inactive: 'off',
  disconnected: 'waiting',
  uninstalled: 'off',
};

/** Says the status in words; the colour only helps. */
export function StatusBadge({ status }: { status: ConnectionStatus }) {
  const t = useText();
  return <span className={`badge badge-${tones[status]}`}>{t(`status.${status}`)}</span>;
}
