import { shownCapabilities } from '@sync/platforms';
import { useState } from 'react';
import type { FullConnection, RecordKind, SyncRule } from '../api/representations';
import { KindsChoice } from '../connections/kinds-choice';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Choice } from '../ui/field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';
import { OtherConnection } from './other-connection';

interface CreateRuleProps {
  connection: FullConnection;
  onClose: () => void;
}

/** Asks where the records flow to, or from, and which. */
export function CreateRule({ connection, onClose }: CreateRuleProps) {
  const t = useText();
  const { announce } = useNotices();
  const [isSource, setIsSource] = useState(true);
  const [other, setOther] = useState<FullConnection | undefined>();
  const [chosen, setChosen] = useState<RecordKind[]>([...shownCapabilities]);
  const [source, target] = isSource ? [connection, other] : [other, connection];
  const kinds = source?.system?.capabilities ?? [];
  const change = useChange<SyncRule>(() => {
    announce(t('rules.created'));
    onClose();
  });
  const create = () =>
    change.run('POST', 'sync-rules', {
      tenant_id: connection.tenant_id,
      source_connection_id: source?.id,
      target_connection_id: target?.id,
      data_domains: kinds.filter((kind) => chosen.includes(kind)),
    });
  return (
    <Confirm title={t('rules.create')} action={t('save')} isPending={change.isPending} onConfirm={create} onClose={onClose}>
      <Choice label={t('rules.direction')} value={isSource ? 'from' : 'to'} onValue={(direction) => setIsSource(direction === 'from')}>
        <option value="from">{t('rules.fromThis', { name: connection.name })}</option>
        <option value="to">{t('rules.toThis', { name: connection.name })}</option>
      </Choice>
      <OtherConnection label={t(isSource ? 'rules.target' : 'rules.source')} of={connection} chosen={other} onChoose={setOther} />
      {kinds.length > 0 && <KindsChoice legend={t('run.records')} kinds={kinds} chosen={chosen} onChoose={setChosen} />}
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
