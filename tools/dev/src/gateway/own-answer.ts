import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the gateway answers by itself at one path. HEAD is answered where GET is. */
export interface OwnAnswer {
  methods: readonly ('GET' | 'POST')[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/** By exact path, without query. Nothing else is looked for, so that no path leads to a file that is not meant. */
export type OwnAnswers = ReadonlyMap<string, OwnAnswer>;

/** Content of an `Allow` header. */
export function allowedMethods({ methods }: OwnAnswer): string {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

export function takes(answer: OwnAnswer, method: string | undefined): boolean {
  return answer.methods.some((taken) => taken === method || (taken === 'GET' && method === 'HEAD'));
}

export function answerJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' })
    .end(body);
}
