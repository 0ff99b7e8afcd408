import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import type { Locator } from 'playwright-core';
import decodeQr from 'qr/decode.js';

const stepMs = 30_000;
const marginMs = 4_000;

/** What an authenticator app shows, `steps` of 30 s from now. Waits for the next step when the present one is nearly over. */
export async function codeOf(key: string, steps = 0): Promise<string> {
  const left = stepMs - (Date.now() % stepMs);
  if (left < marginMs) await sleep(left);
  return new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * stepMs });
}

/** What a phone reads from a picture of the element. */
export async function scanned(code: Locator): Promise<string> {
  const picture = (await code.screenshot()).toString('base64');
  const page = await code.page().context().newPage();
  try {
    const image = await page.evaluate(async (png) => {
      const element = new Image();
      element.src = `data:image/png;base64,${png}`;
      await element.decode();
      const { width, height } = element;
      const canvas = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      canvas.drawImage(element, 0, 0);
      return { width, height, data: [...canvas.getImageData(0, 0, width, height).data] };
    }, picture);
    return decodeQr({ ...image, data: Uint8Array.from(image.data) });
  } finally {
    await page.close();
  }
}
