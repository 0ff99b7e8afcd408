import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What the server knows about a name: addresses; `null` never responds, 'unknown' is NXDOMAIN, 'broken' SERVFAIL. `lateMs`: time until it responds. */
export type NameEntry =
  { addresses: readonly string[]; ttl?: number; silentFor?: 'A' | 'AAAA'; lateMs?: number } | 'unknown' | 'broken' | null;

const types = { 1: 'A', 28: 'AAAA' } as const;
const responseCodes = { unknown: 3, broken: 2 };

interface Question {
  name: string;
  type: 'A' | 'AAAA';
  /** As it was sent, to be repeated. */
  bytes: Buffer;
}

/** A DNS server on loopback over UDP. */
export class NameServer {
  /** `example.com A`, in the order of their arrival; c-ares repeats what gets no response. */
  readonly questions: string[] = [];
  readonly entries = new Map<string, NameEntry>();
  #isOpen = true;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (query, sender) => this.#respond(query, sender));
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#isOpen = false;
    this.socket.close();
  }

  /** How often the name was asked for, repetitions included. */
  timesAsked(name: string, type: 'A' | 'AAAA' = 'A'): number {
    return this.questions.filter((question) => question === `${name} ${type}`).length;
  }

  #respond(query: Buffer, sender: RemoteInfo): void {
    const question = questionIn(query);
    this.questions.push(`${question.name} ${question.type}`);
    const entry = this.entries.get(question.name) ?? null;
    if (entry === null || (typeof entry === 'object' && entry.silentFor === question.type)) return;
    const send = () => this.#send(response(query.subarray(0, 2), question, entry), sender);
    if (typeof entry === 'object' && entry.lateMs !== undefined) setTimeout(send, entry.lateMs);
    else send();
  }

  #send(message: Buffer, { port, address }: RemoteInfo): void {
    if (this.#isOpen) this.socket.send(message, port, address);
  }
}

function questionIn(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = types[query.readUInt16BE(at + 1) as keyof typeof types];
  return { name: labels.join('.').toLowerCase(), type, bytes: query.subarray(12, at + 5) };
}

function response(id: Buffer, { type, bytes }: Question, entry: Exclude<NameEntry, null>): Buffer {
  const { addresses, ttl = 60 } = typeof entry === 'string' ? { addresses: [] } : entry;
  const records = addresses.filter((address) => ipaddr.parse(address).kind() === (type === 'A' ? 'ipv4' : 'ipv6'));
  const header = Buffer.alloc(12);
  id.copy(header);
  header.writeUInt16BE(0x8180 | (typeof entry === 'string' ? responseCodes[entry] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, bytes, ...records.map((address) => record(address, ttl))]);
}

function record(address: string, ttl: number): Buffer {
  const data = ipaddr.parse(address).toByteArray();
  const head = Buffer.alloc(12);
  // A pointer to the question's name.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(data.length === 4 ? 1 : 28, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, Buffer.from(data)]);
}
