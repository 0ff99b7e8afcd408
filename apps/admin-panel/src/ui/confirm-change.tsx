import { Confirm } from './confirm';
import { FailureNotice } from './failure-notice';
import { useNotices } from './notices';
import { useChange } from '../data/use-change';

interface ConfirmChangeProps {
  title: string;
  text: string;
  /** Of the button that does it. */
  action: string;
  /** Announced when it is done. */
  done: string;
  method: string;
  path: string;
  body?: unknown;
  onClose: () => void;
}

/** Asks before one request that takes something away. A refusal stays in the dialog. */
export function ConfirmChange({ title, text, action, done, method, path, body, onClose }: ConfirmChangeProps) {
  const { announce } = useNotices();
  const change = useChange<unknown>(() => {
    announce(done);
    onClose();
  });
  return (
    <Confirm
      title={title}
      action={action}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run(method, path, body)}
      onClose={onClose}
    >
      <p>{text}</p>
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
