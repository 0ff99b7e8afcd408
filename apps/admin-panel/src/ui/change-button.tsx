import { FailureNotice } from './failure-notice';
import { useNotices } from './notices';
import { useChange } from '../data/use-change';

interface ChangeButtonProps {
  label: string;
  /** Announced when it is done. */
  done: string;
  method: string;
  path: string;
  body?: unknown;
  onDone?: () => void;
}

/** One request without a question, for what destroys nothing. */
export function ChangeButton({ label, done, method, path, body, onDone }: ChangeButtonProps) {
  const { announce } = useNotices();
  const change = useChange<unknown>(() => {
    announce(done);
    onDone?.();
  });
  return (
    <>
      <button type="button" disabled={change.isPending} onClick={() => change.run(method, path, body)}>
        {label}
      </button>
      {change.failure && <FailureNotice failure={change.failure} />}
    </>
  );
}
