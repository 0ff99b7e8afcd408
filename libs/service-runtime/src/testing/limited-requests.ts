import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The route of the probe service that has a limit. */
export async function ask(app: NestFastifyApplication, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${await app.getUrl()}/api/limited`, { method: 'POST', headers });
}

/** The statuses of requests sent one after the other. */
export async function statuses(
  app: NestFastifyApplication,
  times: number,
  headers: (turn: number) => Record<string, string>,
): Promise<number[]> {
  const seen: number[] = [];
  for (let turn = 0; turn < times; turn += 1) seen.push((await ask(app, headers(turn))).status);
  return seen;
}
