import { useChange } from '../data/use-change';
import { useText } from '../language/use-language';
import { useSay, type Action } from './action';
import { ActionDialog } from './action-dialog';
import { useDialogs } from './dialogs';
import { FailureNotice } from './failure-notice';
import { useNotices } from './notices';

interface ActionButtonProps<Subject, Typed extends object, Response> {
  action: Action<Subject, Typed, Response>;
  of: Subject;
  className?: string;
  onDone?: (response: Response) => void;
}

/** Offers an action: opens its dialog, or does it at once where it asks nothing. */
export function ActionButton<Subject, Typed extends object, Response>(props: ActionButtonProps<Subject, Typed, Response>) {
  return props.action.title === undefined ? <DoingButton {...props} /> : <AskingButton {...props} />;
}

function AskingButton<Subject, Typed extends object, Response>(props: ActionButtonProps<Subject, Typed, Response>) {
  const { action, of, className, onDone } = props;
  const say = useSay();
  const open = useDialogs();
  const ask = () => open((onClose) => <ActionDialog action={action} subject={of} onDone={onDone} onClose={onClose} />);
  return (
    <button type="button" className={className} onClick={ask}>
      {say(action.label, of)}
    </button>
  );
}

function DoingButton<Subject, Typed extends object, Response>(props: ActionButtonProps<Subject, Typed, Response>) {
  const { action, of, className, onDone } = props;
  const t = useText();
  const say = useSay();
  const { announce } = useNotices();
  const change = useChange<Response>((response) => {
    if (action.done) announce(t(action.done));
    onDone?.(response);
  });
  const run = () => {
    const request = action.request(of, {} as Typed);
    if (request) change.run(...request);
  };
  return (
    <>
      <button type="button" className={className} disabled={change.isPending} onClick={run}>
        {say(action.label, of)}
      </button>
      {change.failure && <FailureNotice failure={change.failure} />}
    </>
  );
}
