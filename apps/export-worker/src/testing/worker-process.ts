import { AppProcess, wayToDatabase, type Environment } from '@sync/test-harness';

export interface WorkerSettings {
  databaseUrl: string;
  redisUrl?: string;
  encryptionKeys: string;
  environment?: Environment;
}

/** The deployed export worker. Resolves when it is ready. */
export function startWorker({ databaseUrl, redisUrl, encryptionKeys, environment }: WorkerSettings): Promise<AppProcess> {
  return AppProcess.start('export-worker', {
    ...wayToDatabase(databaseUrl),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ENCRYPTION_KEYS: encryptionKeys,
    STORE_HOST_ALLOWLIST: '127.0.0.0/8',
    CALLER_HOST_ALLOWLIST: '127.0.0.0/8',
    ...environment,
  });
}

/** Lines of its log about the connection, written after the commit. */
export function linesAbout({ output }: AppProcess, { connectionId }: { connectionId: string }, msg: string): string[] {
  return output.split('\n').filter((line) => line.includes(`"msg":"${msg}"`) && line.includes(connectionId));
}
