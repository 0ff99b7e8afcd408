import type { CredentialField } from '@sync/platforms';
import { useText } from '../language/use-language';
import { Field, SecretField } from '../ui/field';

interface ShopPlaceProps {
  address: string;
  onAddress: (address: string) => void;
  /** What shops of the chosen system need; empty while none is chosen. */
  secrets: readonly CredentialField[];
  /** What the service refused, by pointer. */
  fields: Readonly<Record<string, string>>;
}

/** Where a shop is, and how the service gets in. */
export function ShopPlace({ address, onAddress, secrets, fields }: ShopPlaceProps) {
  const t = useText();
  const error = fields['/credentials'];
  return (
    <>
      <Field
        label={t('create.address')}
        hint={t('create.addressHint')}
        error={fields['/base_url']}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={2_048}
        value={address}
        onValue={onAddress}
      />
      {secrets.map(({ name, label }) => (
        <SecretField key={name} name={name} label={label} />
      ))}
      {error !== undefined && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
