import { Agent } from 'node:http';
import { DocumentedSchemas, operationsOf, type ApiDocument } from './api-document';
import { exchange, type WireResponse } from './exchange';
import type { GeneratedRequest } from './generated-requests';
import { faultsOfProblem } from './problem-schema';

const atOnce = 8;

/** Statuses that any route may return; 401, 403, 404, 409, 422 and 429 are described per route. */
const usual = [400, 404, 405, 413, 414, 415, 422, 431];

interface Finding {
  request: string;
  status: number;
  faults: string[];
}

/** Sends generated requests to the address, and finds responses that its description does not allow. */
export class Fuzzing {
  private readonly schemas: DocumentedSchemas;

  constructor(
    private readonly url: string,
    private readonly document: ApiDocument,
  ) {
    this.schemas = new DocumentedSchemas(document);
  }

  async sendAll(
    generated: readonly GeneratedRequest[],
    onResponse: (request: GeneratedRequest, response: WireResponse) => void,
  ): Promise<Finding[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const queue = [...generated];
    const findings: Finding[] = [];
    const work = async () => {
      for (let request = queue.shift(); request; request = queue.shift()) {
        const { method, path, body } = request.question;
        const shown = `${method} ${path.slice(0, 200)} ${String(body ?? '').slice(0, 300)}`;
        try {
          const response = await exchange(this.url, { ...request.question, agent });
          const faults = this.faultsOf(request, response);
          if (faults.length > 0) findings.push({ request: shown, status: response.status, faults });
          onResponse(request, response);
        } catch (error) {
          findings.push({ request: shown, status: 0, faults: [String(error)] });
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    agent.destroy();
    return findings;
  }

  private faultsOf({ operation, question }: GeneratedRequest, response: WireResponse): string[] {
    if (response.status >= 500) return ['a 5xx', response.text.slice(0, 300)];
    if (response.status >= 400) {
      const isDescribed = usual.includes(response.status) || operation.described.responses?.[response.status] !== undefined;
      return [...faultsOfProblem(response), ...(isDescribed ? [] : [`${response.status} is not described`])];
    }
    // A mutated path may match another operation.
    const [path = ''] = question.path.split('?');
    const candidates = operationsOf(this.document).filter(({ method }) => method === question.method && response.status < 300);
    const exact = candidates.filter((candidate) => new RegExp(`^${candidate.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
    if (exact.length === 0) return [`good response from a path that is not described: ${path}`];
    return this.schemas.faultsOf(exact.find((candidate) => candidate.path === path) ?? operation, response);
  }
}
