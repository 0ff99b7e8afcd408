import { useState } from 'react';
import type { CreatedUser, User } from '../api/representations';
import { useText } from '../language/use-language';
import { useMe } from '../session/me';
import { noProof, OwnProofFields, proofBody } from '../session/own-proof-fields';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Choice, Field } from '../ui/field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';
import type { IssuedPassword } from './one-time-password';
import { SignInChoices } from './sign-in-choices';
import { SystemChoice } from './system-choice';
import { TenantChoice } from './tenant-choice';

interface EditUserProps {
  /** Absent: a new one is created. */
  user?: User;
  onClose: () => void;
  onIssued: (issued: IssuedPassword) => void;
}

type Draft = Pick<User, 'login' | 'name' | 'role' | 'accessible_tenant_ids' | 'supported_system_ids' | 'oidc_link' | 'disabled'>;
const empty: Draft = {
  login: '',
  name: '',
  role: 'support',
  accessible_tenant_ids: [],
  supported_system_ids: [],
  oidc_link: 'open',
  disabled: false,
};

/** Whether the service asks who it is: for another role, another link to an identity, and an account that works again. */
function needsProof(user: User | undefined, { role, disabled, oidc_link: link }: Draft): boolean {
  return link !== (user?.oidc_link ?? 'open') || role !== (user?.role ?? 'support') || (user?.disabled === true && !disabled);
}

/** Creates a user, or changes role, access and whether it may sign in. */
export function EditUser({ user, onClose, onIssued }: EditUserProps) {
  const t = useText();
  const me = useMe();
  const { announce } = useNotices();
  const [draft, setDraft] = useState<Draft>(user ?? empty);
  const [own, setOwn] = useState(noProof);
  const asksForProof = needsProof(user, draft);
  const change = useChange<CreatedUser | User>((saved) => {
    if ('password' in saved) return onIssued({ login: saved.login, password: saved.password });
    announce(t('users.saved', { name: saved.name }));
    return onClose();
  });
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const save = () => {
    const { login, name, role, accessible_tenant_ids, supported_system_ids, disabled, oidc_link } = draft;
    const values = { name, role, accessible_tenant_ids, supported_system_ids, ...(asksForProof && proofBody(own)) };
    if (user) change.run('PATCH', `users/${user.id}`, { ...values, disabled, ...(oidc_link !== user.oidc_link && { oidc_link }) });
    else change.run('POST', 'users', { ...values, login });
  };
  return (
    <Confirm
      title={user ? t('users.editTitle', { name: user.name }) : t('users.create')}
      action={t('save')}
      isPending={change.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      {!user && <Field label={t('signIn.login')} required autoComplete="off" value={draft.login} onValue={(login) => set({ login })} />}
      <Field label={t('users.name')} required maxLength={200} autoComplete="off" value={draft.name} onValue={(name) => set({ name })} />
      <Choice label={t('users.role')} value={draft.role} onValue={(role) => set({ role: role as Draft['role'] })}>
        <option value="support">{t('role.support')}</option>
        <option value="super_admin">{t('role.super_admin')}</option>
      </Choice>
      {draft.role === 'support' && (
        <>
          <SystemChoice chosen={draft.supported_system_ids} onChoose={(ids) => set({ supported_system_ids: ids })} />
          <TenantChoice chosen={draft.accessible_tenant_ids} onChoose={(ids) => set({ accessible_tenant_ids: ids })} />
        </>
      )}
      {user && user.id !== me.id && <SignInChoices stored={user} value={draft} onValue={set} />}
      {asksForProof && <OwnProofFields me={me} proof={own} onProof={setOwn} failure={change.failure} />}
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
