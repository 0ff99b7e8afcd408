import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiFailure } from '../api/api-failure';
import { useChange } from '../data/use-change';
import { useText, type Values } from '../language/use-language';
import { noProof, OwnProofFields, proofBody } from '../session/own-proof-fields';
import { useMe } from '../session/session';
import { useSay, type Action, type Refusal } from './action';
import { Confirm } from './confirm';
import { FailureNotice } from './failure-notice';
import { ReasonField } from './field';
import { useNotices } from './notices';
import { useRefusedFields } from './use-refused-fields';

interface ActionDialogProps<Subject, Typed extends object, Response> {
  action: Action<Subject, Typed, Response>;
  subject: Subject;
  onDone?: (response: Response) => void;
  onClose: () => void;
}

/** What was typed, and the request once the panel itself refuses nothing. */
function useQuestion<Subject, Typed extends object, Response>(props: ActionDialogProps<Subject, Typed, Response>) {
  const { action, subject, onDone, onClose } = props;
  const t = useText();
  const navigate = useNavigate();
  const { announce } = useNotices();
  const [typed, setTyped] = useState(() => action.start?.(subject) ?? ({} as Typed));
  const [reason, setReason] = useState('');
  const [own, setOwn] = useState(noProof);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [result, setResult] = useState<{ response: Response } | null>(null);
  const needsProof = action.needsProof?.(subject, typed) ?? false;
  const change = useChange<Response>((response) => {
    if (action.Result) return setResult({ response });
    if (action.done) announce(t(action.done, { ...subject, ...typed, ...response } as Values));
    onDone?.(response);
    onClose();
    if (action.leadsTo) void navigate(action.leadsTo);
  });
  const confirm = () => {
    const refusal = action.check?.(subject, typed) ?? null;
    setRefused(refusal);
    if (refusal) return;
    const request = action.request(subject, typed);
    if (!request) return onClose();
    const [method, path, body, ifMatch] = request;
    const also = { ...(action.needsReason && { reason }), ...(needsProof && proofBody(own)) };
    change.run(method, path, body || action.needsReason || needsProof ? { ...body, ...also } : undefined, ifMatch);
  };
  const set = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  return { typed, set, reason, setReason, own, setOwn, needsProof, refused, result, change, confirm };
}

/** Asks before an action. A refusal stays in the dialog. */
export function ActionDialog<Subject, Typed extends object, Response>(props: ActionDialogProps<Subject, Typed, Response>) {
  const { action, subject, onClose } = props;
  const { title = action.label, text, confirm = action.label, isDangerous, Fields, Result } = action;
  const t = useText();
  const me = useMe();
  const say = useSay();
  const asked = useQuestion(props);
  const { change, refused } = asked;
  const { failure } = change;
  const fields = useRefusedFields(failure);
  if (Result && asked.result) return <Result subject={subject} response={asked.result.response} onClose={onClose} />;
  return (
    <Confirm
      title={say(title, subject)}
      action={say(confirm, subject)}
      isDangerous={isDangerous}
      isPending={change.isPending}
      onConfirm={asked.confirm}
      onClose={onClose}
    >
      {text && <p>{say(text, subject)}</p>}
      {Fields && (
        <Fields
          subject={subject}
          typed={asked.typed}
          set={asked.set}
          errors={{ ...fields, ...(refused && { [refused.pointer]: t(refused.text) }) }}
        />
      )}
      {action.needsReason && <ReasonField value={asked.reason} onValue={asked.setReason} />}
      {asked.needsProof && <OwnProofFields me={me} proof={asked.own} onProof={asked.setOwn} failure={failure} />}
      {refused?.pointer === '' && <FailureNotice failure={null} text={t(refused.text)} />}
      {failure && <Failure failure={failure} texts={action.refusals} />}
    </Confirm>
  );
}

function Failure({ failure, texts = {} }: { failure: ApiFailure; texts: Action<unknown>['refusals'] }) {
  const t = useText();
  const text = texts[failure.kind];
  return <FailureNotice failure={failure} text={text && t(text)} />;
}
