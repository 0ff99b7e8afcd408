import encodeQr from 'qr';
import { useState } from 'react';
import type { BegunTotp, Me } from '../api/representations';
import { useChange } from '../data/use-change';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Form } from '../ui/form';
import { useNotices } from '../ui/notices';
import { useRefusedFields } from '../ui/use-refused-fields';
import { noProof, OwnProofFields, proofBody, TotpCodeField } from './own-proof-fields';

/** `isDuty`: nothing else works before a second factor is set up. */
export function TotpSetUp({ me, isDuty = false }: { me: Me; isDuty?: boolean }) {
  const t = useText();
  const [begun, setBegun] = useState<BegunTotp | null>(null);
  const [own, setOwn] = useState(noProof);
  const [code, setCode] = useState('');
  const { announce } = useNotices();
  const begin = useChange<BegunTotp>((secret) => {
    setOwn(noProof);
    setBegun(secret);
  });
  const confirm = useChange(() => announce(t('totp.confirmed')));
  const failure = begin.failure ?? confirm.failure;
  const fields = useRefusedFields(confirm.failure);
  return (
    <Form
      onSubmit={() => {
        if (begun) confirm.run('POST', 'me/totp/confirm', { code: code.replace(/\s/g, '') });
        else begin.run('POST', 'me/totp', proofBody(own));
      }}
    >
      {isDuty ? <h1>{t('totp.title')}</h1> : <h2>{t('totp.title')}</h2>}
      <p>{isDuty ? t('totp.duty') : t('totp.off')}</p>
      {failure && <FailureNotice failure={failure} />}
      {!begun && <OwnProofFields me={me} proof={own} onProof={setOwn} failure={begin.failure} />}
      {begun && (
        <>
          <p>{t('totp.steps')}</p>
          <QrCode content={begun.otpauth_url} label={t('totp.qrCode')} />
          <p>
            {t('totp.key')}: <code className="secret">{begun.secret}</code>
          </p>
          <p>
            <a href={begun.otpauth_url}>{t('totp.link')}</a>
          </p>
          <TotpCodeField error={fields['/code']} value={code} onValue={setCode} />
        </>
      )}
      <button className="primary" disabled={begin.isPending || confirm.isPending}>
        {begun ? t('totp.confirm') : t('totp.begin')}
      </button>
    </Form>
  );
}

/** Modules of white around the code, without which scanners do not find it. */
const border = 4;

/** A code to scan, made here, so that its content goes nowhere. Dark on white in both appearances, because many scanners read nothing else. */
function QrCode({ content, label }: { content: string; label: string }) {
  const rows = encodeQr(content, 'raw', { border });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
      <path fill="#ffffff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000000" d={dark.join('')} />
    </svg>
  );
}
