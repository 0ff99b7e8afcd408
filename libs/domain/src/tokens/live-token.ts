/** SQL: the session that a row of `access_tokens token` belongs to; most have none. */
export const sessionOfToken = 'left join user_sessions session on session.id = token.session_id';

/** SQL: the token has not expired, and its session, if it has one, is still live. A session that was ended took its tokens with it. */
export const isTokenLive = `(token.expires_at is null or token.expires_at > now())
    and (token.session_id is null or (session.expires_at > now()
      and session.last_used_at > now() - make_interval(mins => token.session_idle_minutes)))`;
