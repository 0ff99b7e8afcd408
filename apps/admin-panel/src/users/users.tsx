import { useState } from 'react';
import { Link } from 'react-router';
import type { User } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { useMe } from '../session/me';
import { Listing, type Column } from '../ui/listing';
import { Page } from '../ui/page';
import { At } from '../ui/time';
import { DeleteUser } from './delete-user';
import { EditUser } from './edit-user';
import { OneTimePassword, type IssuedPassword } from './one-time-password';
import { ResetPassword } from './reset-password';

type Ask = 'edit' | 'reset' | 'delete';

/** Who may use this panel, and what each support user sees. */
export function Users() {
  const t = useText();
  const me = useMe();
  const [asked, setAsked] = useState<{ ask: Ask; user: User } | 'create' | null>(null);
  const [issued, setIssued] = useState<IssuedPassword | null>(null);
  const close = () => setAsked(null);
  const show = (password: IssuedPassword) => {
    close();
    setIssued(password);
  };
  const one = asked !== null && asked !== 'create' ? asked : null;
  return (
    <Page
      title={t('nav.users')}
      aside={
        <button type="button" className="primary" onClick={() => setAsked('create')}>
          {t('users.create')}
        </button>
      }
    >
      <Listing<User>
        resource="users"
        caption={t('nav.users')}
        columns={columns(t, me.id, (ask, user) => setAsked({ ask, user }))}
        empty={t('none')}
      />
      {asked === 'create' && <EditUser onClose={close} onIssued={show} />}
      {one?.ask === 'edit' && <EditUser user={one.user} onClose={close} onIssued={show} />}
      {one?.ask === 'reset' && <ResetPassword user={one.user} onClose={close} onIssued={show} />}
      {one?.ask === 'delete' && <DeleteUser user={one.user} onClose={close} />}
      {issued && <OneTimePassword issued={issued} onClose={() => setIssued(null)} />}
    </Page>
  );
}

const columns = (t: Translate, ownId: string, ask: (what: Ask, user: User) => void): Column<User>[] => [
  {
    heading: t('users.name'),
    cell: ({ name, login }) => (
      <>
        {name}
        <span className="hint">{login}</span>
      </>
    ),
  },
  { heading: t('users.role'), cell: ({ role }) => t(`role.${role}`) },
  { heading: t('users.access'), cell: (user) => accessText(t, user) },
  {
    heading: t('connections.status'),
    cell: ({ disabled, has_totp: hasTotp }) => (
      <>
        <span className={`badge badge-${disabled ? 'off' : 'good'}`}>{t(disabled ? 'users.disabled' : 'users.enabled')}</span>
        <span className="hint">{t(hasTotp ? 'users.totp' : 'users.noTotp')}</span>
      </>
    ),
  },
  { heading: t('users.lastSignIn'), cell: ({ last_sign_in_at }) => <At at={last_sign_in_at} otherwise={t('never')} /> },
  {
    heading: t('connection.actions'),
    cell: (user) => (
      <div className="buttons">
        <button type="button" onClick={() => ask('edit', user)}>
          {t('users.edit')}
        </button>
        {user.id !== ownId && (
          <>
            <Link className="button quiet" to={`/users/${user.id}/sessions`}>
              {t('sessions.title')}
            </Link>
            <button type="button" className="quiet" onClick={() => ask('reset', user)}>
              {t('users.reset')}
            </button>
            <button type="button" className="quiet" onClick={() => ask('delete', user)}>
              {t('tenants.delete')}
            </button>
          </>
        )}
      </div>
    ),
  },
];

function accessText(t: Translate, { role, accessible_tenant_ids: tenants, supported_system_ids: systems }: User): string {
  return role === 'super_admin' ? t('users.everything') : t('users.accessCount', { tenants: tenants.length, systems: systems.length });
}
