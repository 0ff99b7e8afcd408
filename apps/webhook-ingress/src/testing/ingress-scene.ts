import { send, signedDelivery, WebhookIngressUnderTest, type Response, type Sent, type Shop } from './webhook-ingress-under-test';

export const accepted = expect.objectContaining({ status: 200, text: '{"status":"accepted"}' }) as Response;
export const ignored = expect.objectContaining({ status: 200, text: '{"status":"ignored"}' }) as Response;
export const problem = (status: number, kind: string): Response =>
  expect.objectContaining({ status, body: expect.objectContaining({ type: `/problems/${kind}`, status }) as unknown }) as Response;

/** An ingress for all tests of a file, and a new shop for each. */
export class IngressScene {
  ingress!: WebhookIngressUnderTest;
  shop!: Shop;

  constructor() {
    beforeAll(async () => {
      this.ingress = await WebhookIngressUnderTest.start();
    });
    beforeEach(async () => {
      this.shop = await this.ingress.connect();
    });
    afterAll(() => this.ingress.stop());
  }

  /** Signed like by the shop, unless the headers contain a signature. */
  deliver(body: string | Buffer, headers?: Sent['headers'], to = this.shop): Promise<Response> {
    return this.ingress.deliver(to, body, headers);
  }

  /** To the shop's path, unsigned. */
  post(sent: Sent): Promise<Response> {
    return send(this.ingress.url, { path: `/api/webhooks/${this.shop.id}`, ...sent });
  }

  /** Signed by the shop, but to another path. */
  redirect(path: string, body: string): Promise<Response> {
    return this.post({ ...signedDelivery(this.shop, body), path });
  }

  async bodies(of = this.shop): Promise<string[]> {
    return (await this.ingress.kept(of)).map(({ body }) => body);
  }
}
