/**
 * Users of the admin API, what support users may see, their sessions, their failed sign-ins, and the audit log.
 * - password_hash: null for a user who signs in through OIDC only.
 * - totp_step: the last time step whose code was used; a code works once.
 */
export const administrationTables = `
  create table users (
    id uuid primary key,
    login text not null check (login = lower(login) and length(login) between 1 and 254),
    name text not null,
    role text not null check (role in ('super_admin', 'support')),
    -- Whose connections a support user sees: of user_tenants, of all tenants, or of all tenants but only those of user_systems.
    tenant_access text not null default 'chosen' check (tenant_access in ('chosen', 'all', 'by_system')),
    password_hash text check (password_hash like '$argon2id$%'),
    must_change_password boolean not null default false,
    -- Of a generated password that was not changed yet.
    password_expires_at timestamptz,
    -- Sealed like credentials. Without a confirmation it does not count yet.
    totp_secret text check (totp_secret like 'v1.%'),
    totp_confirmed_at timestamptz,
    totp_step bigint,
    oidc_subject text unique,
    -- The link was undone: the next sign-in through the provider does not make it again.
    oidc_link_closed boolean not null default false,
    disabled_at timestamptz,
    last_sign_in_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (oidc_subject is null or not oidc_link_closed),
    check (tenant_access = 'chosen' or role = 'support')
  );
  create unique index one_user_per_login on users (login);

  create table user_tenants (
    user_id uuid not null references users (id) on delete cascade,
    tenant_id uuid not null references tenants (id) on delete cascade,
    primary key (user_id, tenant_id)
  );
  create index users_of_tenant on user_tenants (tenant_id);

  create table user_systems (
    user_id uuid not null references users (id) on delete cascade,
    system_id uuid not null references systems (id) on delete cascade,
    primary key (user_id, system_id)
  );
  create index users_of_system on user_systems (system_id);

  create table user_sessions (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- A browser's session travels in a cookie, a script's as a bearer token.
    kind text not null check (kind in ('cookie', 'bearer')),
    method text not null default 'password' check (method in ('password', 'oidc')),
    address text not null,
    user_agent text,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index sessions_of_user on user_sessions (user_id);
  create index user_sessions_by_end on user_sessions (expires_at);

  -- Where a user signed in before: there, failures from elsewhere do not count.
  create table user_addresses (
    user_id uuid not null references users (id) on delete cascade,
    address_hash bytea not null check (length(address_hash) = 32),
    last_sign_in_at timestamptz not null default now(),
    primary key (user_id, address_hash)
  );

  -- Each failed attempt puts the end further away. The key is a SHA-256: what was typed as a login may be a password.
  create table sign_in_failures (
    key bytea primary key check (length(key) = 32),
    ends_at timestamptz not null
  );
  create index sign_in_failures_by_end on sign_in_failures (ends_at);

  -- A preview token ends with the user who issued it, and with the session: when that is ended or has expired, and when it was idle for
  -- this long. A look-up of the token asks for a live session.
  alter table access_tokens
    add column created_by uuid references users (id) on delete cascade,
    add column session_id uuid references user_sessions (id) on delete cascade,
    add column session_idle_minutes int,
    add constraint preview_token_ends_with_its_session check (name <> 'admin-preview'
      or (created_by is not null and session_id is not null and session_idle_minutes is not null and expires_at is not null));
  -- All that the services learn of a session: they may not read the table. search_path keeps a caller from naming another table.
  create function is_session_live(id uuid, idle_minutes int) returns boolean language sql stable security definer set search_path = public as $$
    select exists (select from user_sessions session where session.id = $1 and session.expires_at > now()
      and session.last_used_at > now() - make_interval(mins => $2))
  $$;
  create index access_tokens_of_user on access_tokens (created_by) where created_by is not null;
  create index access_tokens_of_session on access_tokens (session_id) where session_id is not null;

  -- What administrators did. Ids are plain values because the log outlives what it is about.
  create table audit_log (
    id uuid primary key,
    at timestamptz not null default now(),
    actor text not null,
    action text not null,
    object_type text not null,
    object_id text,
    tenant_id uuid,
    before jsonb,
    after jsonb,
    reason text,
    request_id text,
    address text
  );
  create index audit_log_by_time on audit_log (at, id);
  create index audit_log_of_object on audit_log (object_type, object_id, at, id);
  create index audit_log_of_actor on audit_log (actor, at, id);
  create index audit_log_of_action on audit_log (action, at, id);
  create index audit_log_of_tenant on audit_log (tenant_id, at, id) where tenant_id is not null;

  -- The only trigger: it holds against code that is wrong, and against an app that was taken over, which only the database can.
  create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('sync.erasing', true) = 'on' then
      return null;
    end if;
    raise exception 'The audit log is append-only';
  end
  $$;
  create trigger audit_log_is_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change();
`;
