import type { Erasure, NamingLine, Person } from './schemas';
import type { CallOptions, Transport } from './transport';

/** `/api/privacy`: what your company's shops know of a person. */
export class Privacy {
  readonly erasures: Erasures;
  readonly exports: PersonExports;

  constructor(transport: Transport) {
    this.erasures = new Erasures(transport);
    this.exports = new PersonExports(transport);
  }
}

/** `privacy.erasures` */
export class Erasures {
  constructor(private readonly transport: Transport) {}

  /** Takes the person out of everything that names the address, and keeps it out. */
  create(body: Person, options: CallOptions = {}): Promise<Erasure> {
    return this.transport.json('POST /api/privacy/erasures', { body }, options);
  }

  get(id: string, options: CallOptions = {}): Promise<Erasure> {
    return this.transport.json('GET /api/privacy/erasures/{erasure_id}', { path: [id] }, options);
  }

  /** Lifts it: the person may come back. What is erased stays erased. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.transport.json('DELETE /api/privacy/erasures/{erasure_id}', { path: [id] }, options);
  }
}

/** `privacy.exports` */
export class PersonExports {
  constructor(private readonly transport: Transport) {}

  /** Each record that names the address, as it arrives. Not repeated: throws when the response is cut off. */
  create(body: Person, options: CallOptions = {}): AsyncGenerator<NamingLine, void, undefined> {
    return this.transport.lines('POST /api/privacy/exports', { body }, options);
  }
}
