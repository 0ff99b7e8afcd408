import type { CreatedUser, GeneratedPassword, User } from '../api/representations';
import { useText } from '../language/use-language';
import { useMe } from '../session/session';
import type { Action, Fields } from '../ui/action';
import { Shown } from '../ui/confirm';
import { Choice, Field } from '../ui/field';
import { AccessChoice, SystemChoice, TenantChoice } from './access-choices';

type Typed = Pick<
  User,
  'login' | 'name' | 'role' | 'tenant_access' | 'accessible_tenant_ids' | 'supported_system_ids' | 'oidc_link' | 'disabled'
>;

const roles = ['support', 'super_admin'] as const satisfies User['role'][];

const empty: Typed = {
  login: '',
  name: '',
  role: 'support',
  tenant_access: 'chosen',
  accessible_tenant_ids: [],
  supported_system_ids: [],
  oidc_link: 'open',
  disabled: false,
};

/** A super administrator sees everything. Only chosen companies are listed. */
function access({ name, role, tenant_access: typed, accessible_tenant_ids: tenants, supported_system_ids }: Typed) {
  const tenant_access = role === 'support' ? typed : 'chosen';
  return { name, role, tenant_access, accessible_tenant_ids: tenant_access === 'chosen' ? tenants : [], supported_system_ids };
}

export const createUser: Action<undefined, Typed, CreatedUser> = {
  label: 'users.create',
  title: 'users.create',
  confirm: 'save',
  start: () => empty,
  Fields: UserFields,
  needsProof: (_, { role }) => role !== 'support',
  request: (_, typed) => ['POST', 'users', { ...access(typed), login: typed.login }],
  Result: ({ response, onClose }) => <OneTimePassword issued={response} onClose={onClose} />,
};

/** Changes role, access and whether the user may sign in. */
export const editUser: Action<User, Typed> = {
  label: 'users.edit',
  title: 'users.editTitle',
  confirm: 'save',
  done: 'users.saved',
  start: (user) => user,
  Fields: UserFields,
  /** For another role, another link to an identity, and an account that works again. */
  needsProof: (user, { role, oidc_link: link, disabled }) => link !== user.oidc_link || role !== user.role || (user.disabled && !disabled),
  request: ({ id, oidc_link: link }, typed) => [
    'PATCH',
    `users/${id}`,
    { ...access(typed), disabled: typed.disabled, ...(typed.oidc_link !== link && { oidc_link: typed.oidc_link }) },
  ],
};

function UserFields({ subject: user, typed, set }: Fields<User | undefined, Typed>) {
  const t = useText();
  const me = useMe();
  return (
    <>
      {!user && <Field label={t('signIn.login')} required autoComplete="off" value={typed.login} onValue={(login) => set({ login })} />}
      <Field label={t('users.name')} required maxLength={200} autoComplete="off" value={typed.name} onValue={(name) => set({ name })} />
      <Choice
        label={t('users.role')}
        options={roles.map((role) => [role, t(`role.${role}`)])}
        value={typed.role}
        onValue={(role) => set({ role: role as Typed['role'] })}
      />
      {typed.role === 'support' && (
        <>
          <SystemChoice chosen={typed.supported_system_ids} onChoose={(ids) => set({ supported_system_ids: ids })} />
          <AccessChoice value={typed.tenant_access} onValue={(tenant_access) => set({ tenant_access })} />
          {typed.tenant_access === 'chosen' && (
            <TenantChoice chosen={typed.accessible_tenant_ids} onChoose={(ids) => set({ accessible_tenant_ids: ids })} />
          )}
        </>
      )}
      {user && user.id !== me.id && <SignInChoices stored={user} value={typed} onValue={set} />}
    </>
  );
}

export const resetPassword: Action<User, { removesTotp: boolean }, GeneratedPassword> = {
  label: 'users.reset',
  title: 'users.resetTitle',
  text: 'users.resetText',
  isDangerous: true,
  start: () => ({ removesTotp: false }),
  Fields: ResetFields,
  needsProof: () => true,
  request: ({ id }, { removesTotp }) => ['POST', `users/${id}/password-reset`, { remove_totp: removesTotp }],
  Result: ({ subject: { login }, response: { password }, onClose }) => <OneTimePassword issued={{ login, password }} onClose={onClose} />,
};

function ResetFields({ typed: { removesTotp }, set }: Fields<User, { removesTotp: boolean }>) {
  const t = useText();
  return (
    <label className="option">
      <input type="checkbox" checked={removesTotp} onChange={({ target }) => set({ removesTotp: target.checked })} />
      {t('users.resetTotp')}
    </label>
  );
}

export const deleteUser: Action<User> = {
  label: 'tenants.delete',
  title: 'users.deleteTitle',
  text: 'users.deleteText',
  done: 'users.deleted',
  isDangerous: true,
  request: ({ id }) => ['DELETE', `users/${id}`],
};

interface IssuedPassword {
  login: string;
  password: string;
}

/** The only time that a generated password is shown. It is in no address and in no storage of the browser. */
function OneTimePassword({ issued: { login, password }, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  const t = useText();
  return (
    <Shown title={t('users.passwordTitle', { login })} text={t('users.passwordText')} action={t('done')} onClose={onClose}>
      <p>
        <code className="secret">{password}</code>
      </p>
      <button type="button" onClick={() => void navigator.clipboard.writeText(password)}>
        {t('copy')}
      </button>
    </Shown>
  );
}

type SignIn = Pick<User, 'oidc_link' | 'disabled'>;

interface SignInChoicesProps {
  /** As the service has it. */
  stored: SignIn;
  value: SignIn;
  onValue: (part: Partial<SignIn>) => void;
}

/** How another user signs in, and whether at all. Only a sign-in through the identity provider makes a link. */
function SignInChoices({ stored, value, onValue }: SignInChoicesProps) {
  const t = useText();
  const links = [...(stored.oidc_link === 'linked' ? (['linked'] as const) : []), 'open', 'closed'] as const;
  return (
    <>
      {stored.oidc_link !== 'open' && (
        <Choice
          label={t('oidc.title')}
          options={links.map((link) => [link, t(`oidc.${link}`)])}
          value={value.oidc_link}
          onValue={(link) => onValue({ oidc_link: link as SignIn['oidc_link'] })}
        />
      )}
      <label className="option">
        <input type="checkbox" checked={value.disabled} onChange={({ target }) => onValue({ disabled: target.checked })} />
        {t('users.disable')}
      </label>
    </>
  );
}
