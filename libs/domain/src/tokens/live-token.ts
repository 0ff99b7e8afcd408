/** SQL: a row of `access_tokens token` has not expired, and its session, if it has one, is live. A session that was ended took its tokens with it. */
export const isTokenLive = `(token.expires_at is null or token.expires_at > now())
    and (token.session_id is null or is_session_live(token.session_id, token.session_idle_minutes))`;
