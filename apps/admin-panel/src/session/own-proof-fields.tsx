import type { ApiFailure } from '../api/api-failure';
import type { Me } from '../api/representations';
import { useText } from '../language/use-language';
import { Field } from '../ui/field';
import { useRefusedFields } from '../ui/use-refused-fields';

/** As typed. */
interface OwnProof {
  password: string;
  code: string;
}

export const noProof: OwnProof = { password: '', code: '' };

/** The members of a request; what was not asked for is left out. */
export function proofBody({ password, code }: OwnProof): { own_password?: string; own_code?: string } {
  return { ...(password !== '' && { own_password: password }), ...(code !== '' && { own_code: code.replace(/\s/g, '') }) };
}

interface OwnProofFieldsProps {
  me: Pick<Me, 'login' | 'has_password' | 'has_totp'>;
  proof: OwnProof;
  onProof: (proof: OwnProof) => void;
  failure: ApiFailure | null;
}

/** Asks signed-in users again who they are. Those without an own password sign in again instead. */
export function OwnProofFields({ me, proof, onProof, failure }: OwnProofFieldsProps) {
  const t = useText();
  const fields = useRefusedFields(failure);
  return (
    <>
      {me.has_password ? (
        <>
          {/* Password managers find the account by it. */}
          <input type="text" name="username" autoComplete="username" value={me.login} readOnly hidden />
          <Field
            label={t('own.password')}
            hint={t('own.why')}
            type="password"
            autoComplete="current-password"
            required
            error={fields['/own_password']}
            value={proof.password}
            onValue={(password) => onProof({ ...proof, password })}
          />
        </>
      ) : (
        <p>{t('own.provider')}</p>
      )}
      {me.has_totp && (
        <TotpCodeField
          label={t('signIn.code')}
          error={fields['/own_code']}
          value={proof.code}
          onValue={(code) => onProof({ ...proof, code })}
        />
      )}
    </>
  );
}

interface TotpCodeFieldProps {
  label?: string;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}

/** The six digits of an authenticator app, which many apps show in two groups. */
export function TotpCodeField({ label, ...props }: TotpCodeFieldProps) {
  const t = useText();
  const digits = { inputMode: 'numeric', autoComplete: 'one-time-code', pattern: '[0-9]{6}|[0-9]{3} [0-9]{3}' } as const;
  return <Field label={label ?? t('totp.code')} {...digits} required {...props} />;
}
