import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemDriver } from '@sync/records';
import type { ComparedFields, ExpectedRecords } from './compare-records';
import type { Front } from './front';
import type { MariaDb } from './mariadb';
import { runPhp } from './programs';

export type Capability = 'customers' | 'products' | 'orders';
export const capabilities: readonly Capability[] = ['customers', 'products', 'orders'];

/** Where a shop is raised. */
export interface ShopPlace {
  /** Its folder: a copy of its sources. */
  root: string;
  database: MariaDb;
  front: Front;
}

/** What a shop's plugin registers with the service. */
export interface Identity {
  system_slug: SystemDriver;
  base_url: string;
  credentials: Record<string, string>;
}

/** A shop that responds, filled with records, and what its owner and its fate do to it. */
export interface Shop extends ComparedFields {
  readonly name: string;
  readonly front: Front;
  readonly identity: Identity;
  /** What the service should serve now. */
  expected(type: Capability): Promise<ExpectedRecords>;
  /** Creates webhooks that go there. Absent for a platform without webhooks. */
  createWebhooks?(url: string): Promise<void>;
  /** Changes one order. */
  changeOne(): Promise<void>;
  /** Creates, changes and deletes a record of each type, and delivers the webhooks. Returns the number of changes. */
  churn(round: number): Promise<number>;
  /** Creates, changes and deletes so that each change has a webhook. Returns the number of changes. */
  changeWithWebhooks?(): Promise<number>;
  /** The key that the service uses does not work, or works again. */
  refuseKey(isRefused: boolean): Promise<void>;
  /** The key may not read orders, or may again. */
  restrictKey(isRestricted: boolean): Promise<void>;
  /** Addresses without the names of pages, or with them. Absent for a platform that needs none. */
  plainAddresses?(isPlain: boolean): Promise<void>;
  /** The owner closes the interface for maintenance, or opens it again. */
  maintain(isClosed: boolean): Promise<void>;
}

/** Copies the sources, where `proof` is a file of them, and creates the database. */
export async function prepare({ root, database }: ShopPlace, source: string, proof: string, name: string): Promise<void> {
  if (!existsSync(join(source, proof))) throw new Error(`${source} does not hold ${proof}.`);
  cpSync(source, root, { recursive: true });
  await database.execute(`create database ${name} character set utf8mb4`);
}

/** Runs a PHP script of the rig in the shop. */
export function inShop<T>(root: string, script: string, ...args: string[]): Promise<T> {
  return runPhp<T>(join(process.cwd(), 'tools/real-shops/php', `${script}.php`), args, root);
}
