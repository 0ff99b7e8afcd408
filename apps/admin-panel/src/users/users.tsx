import { Link } from 'react-router';
import type { User } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { useMe } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { Listing, type Columns } from '../ui/listing';
import { Page } from '../ui/page';
import { At } from '../ui/time';
import { createUser, deleteUser, editUser, resetPassword } from './user-actions';

/** Who may use this panel, and what each support user sees. */
export function Users() {
  const t = useText();
  const me = useMe();
  return (
    <Page title={t('nav.users')} aside={<ActionButton action={createUser} of={undefined} className="primary" />}>
      <Listing<User> resource="users" caption={t('nav.users')} columns={columns(t, me.id)} empty={t('none')} />
    </Page>
  );
}

const columns = (t: Translate, ownId: string): Columns<User> => ({
  'users.name': ({ name, login }) => (
    <>
      {name}
      <span className="hint">{login}</span>
    </>
  ),
  'users.role': ({ role }) => t(`role.${role}`),
  'users.access': (user) => accessText(t, user),
  'connections.status': ({ disabled, has_totp: hasTotp }) => (
    <>
      <span className={`badge badge-${disabled ? 'off' : 'good'}`}>{t(disabled ? 'users.disabled' : 'users.enabled')}</span>
      <span className="hint">{t(hasTotp ? 'users.totp' : 'users.noTotp')}</span>
    </>
  ),
  'users.lastSignIn': ({ last_sign_in_at }) => <At at={last_sign_in_at} otherwise={t('never')} />,
  'connection.actions': (user) => (
    <div className="buttons">
      <ActionButton action={editUser} of={user} />
      {user.id !== ownId && (
        <>
          <Link className="button quiet" to={`/users/${user.id}/sessions`}>
            {t('sessions.title')}
          </Link>
          <ActionButton action={resetPassword} of={user} className="quiet" />
          <ActionButton action={deleteUser} of={user} className="quiet" />
        </>
      )}
    </div>
  ),
});

function accessText(
  t: Translate,
  { role, tenant_access: access, accessible_tenant_ids: tenants, supported_system_ids: systems }: User,
): string {
  return role === 'super_admin' ? t('users.everything') : t(`users.sees.${access}`, { tenants: tenants.length, systems: systems.length });
}
