/** A limit that a client has reached. */
export interface UsedUpQuota {
  /** A word for programs: small letters and hyphens. */
  name: string;
  allowed: number;
  /** In which so many are allowed. Without it: at a time. */
  windowSeconds?: number;
  /** Of `allowed`, in the words of the draft. */
  unit?: 'requests' | 'concurrent-requests' | 'content-bytes';
  retryAfterSeconds: number;
}

/** `Retry-After` for every client, and the fields of draft-ietf-httpapi-ratelimit-headers for those that pace themselves. */
export function quotaHeaders({ name, allowed, windowSeconds, unit = 'requests', retryAfterSeconds }: UsedUpQuota): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const window = windowSeconds === undefined ? '' : `;w=${windowSeconds}`;
  return {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"${name}";q=${allowed}${window}${unit === 'requests' ? '' : `;qu="${unit}"`}`,
    RateLimit: `"${name}";r=0;t=${seconds}`,
  };
}
