/**
 * `withRedis(it)('…', …)` skips tests of Redis itself on a machine without redis-server, and the run says so in one line. The gate
 * installs one.
 */
export function withRedis<T extends { skip: unknown }>(test: T): T {
  return process.env.TEST_HAS_REDIS ? test : (test.skip as T);
}
