/**
 * Why active connections do not work now, apart from what is stored in system_connections.status_reason: one row per reason, the lowest
 * rank first. A run that the shop refuses has the code of the refusal, also once it has failed. A run that waits counts once it has waited for half a minute, or as soon as the shop asks for a wait that long. Each branch reads a partial index that holds only what impairs a connection now, so reading all of them costs what is shown.
 */
export const impairments = `
  create view connection_impairments with (security_invoker = true) as
    select system_connection_id, 1 as rank, coalesce(waiting_code, 'waiting_for_shop') as code, waiting_reason as message, coalesce(failing_since, waiting_since) as since
    from sync_runs
    where status = 'running' and waiting_reason is not null
      and (failing_since is not null or greatest(waiting_until, now()) - waiting_since >= interval '30 seconds')
    union all
    select system_connection_id, 2, coalesce(waiting_code, 'incomplete_copy'), incomplete, finished_at
    from sync_runs where incomplete is not null and status in ('succeeded', 'failed') and not is_healed
    union all
    select system_connection_id, 3, 'doctor_problem', problem, finished_at from doctor_runs where problem is not null
    union all
    select system_connection_id, 4, 'webhooks_refused', 'The last five webhooks or more were refused: their signature was wrong. '
      || 'Give the webhooks in the shop the secret that the connection was given, or set up the plugin again.', since
    from refused_webhooks where times >= 5
    union all
    select system_connection_id, 5, 'webhooks_silent', 'The shop sends no webhooks about ' || capability
      || ', although they change. It may have switched them off after failures: switch them on in the shop.', unannounced_since
    from webhook_standings where unannounced_runs >= 2
    union all
    select system_connection_id, 6, 'webhook_endpoint_' || case status when 'disabled' then 'disabled' else 'failing' end,
      'The webhook endpoint ' || id || case status when 'disabled'
        then ' is disabled, because it took no event for too long. Enable it once it works: then it hears of everything it missed.'
        else ' has taken no event since then, and is about to be disabled. No change is lost: the records feed has all of them.' end,
      coalesce(failing_since, updated_at)
    from webhook_endpoints where warned > 0 or status = 'disabled';
`;
