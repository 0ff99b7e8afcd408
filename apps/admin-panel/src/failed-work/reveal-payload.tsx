import { useState } from 'react';
import type { FailedTask, TaskPayload } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { Facts } from '../ui/facts';
import { FailureNotice } from '../ui/failure-notice';
import { ReasonField } from '../ui/field';
import { useChange } from '../data/use-change';
import { indented } from './indented';

/** Asks why, then shows the payload. It may hold personal data: only this dialog has it, and closing the dialog drops it. */
export function RevealPayload({ task: { id, name }, onClose }: { task: FailedTask; onClose: () => void }) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [payload, setPayload] = useState<TaskPayload | null>(null);
  const change = useChange<TaskPayload>(setPayload);
  return (
    <Confirm
      title={t('payload.title', { name })}
      action={payload ? t('done') : t('payload.reveal')}
      isQuestion={payload === null}
      isPending={change.isPending}
      onConfirm={() => (payload ? onClose() : change.run('POST', `failed-tasks/${id}/payload`, { reason }))}
      onClose={onClose}
    >
      {payload ? (
        <Payload payload={payload} />
      ) : (
        <>
          <p>{t('payload.text')}</p>
          <ReasonField value={reason} onValue={setReason} />
        </>
      )}
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}

/** The field that had the focus is gone. */
const focus = (shown: HTMLElement | null) => shown?.focus();

function Payload({ payload: { payload, webhook } }: { payload: TaskPayload }) {
  const t = useText();
  return (
    <div className="form" ref={focus} tabIndex={-1}>
      <Facts
        of={[
          [t('payload.topic'), webhook ? (webhook.topic ?? t('none')) : undefined],
          [t('payload.delivery'), webhook ? (webhook.delivery_id ?? t('none')) : undefined],
        ]}
      />
      {Object.keys(payload).length > 0 && <Code label={t('payload.ids')} text={JSON.stringify(payload, null, 2)} />}
      {webhook && (webhook.body === null ? <p>{t('payload.erased')}</p> : <Code label={t('payload.body')} text={indented(webhook.body)} />)}
    </div>
  );
}

/** Scrolls by keyboard too. */
function Code({ label, text }: { label: string; text: string }) {
  return (
    <section>
      <h3>{label}</h3>
      <pre className="payload" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </section>
  );
}
