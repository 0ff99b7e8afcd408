/** A secret and its name for messages. */
export interface PlantedSecret {
  name: string;
  value: string;
}

/** Long enough to rule out a coincidence. */
const shortestPart = 9;

function base64Within(bytes: Buffer): string[] {
  // Preceding bytes shift its bits across letters; edge letters are shared with the neighbours.
  return [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const last = ((before + bytes.length) * 8) % 6 === 0 ? letters.length : letters.length - 1;
    return letters.slice(Math.ceil((before * 8) / 6), last);
  });
}

function formsOf(part: string): Record<string, string> {
  const bytes = Buffer.from(part);
  const hex = bytes.toString('hex');
  const base64 = base64Within(bytes).flatMap((text, shift) => [
    [`base64 (shifted by ${shift})`, text],
    [`base64url (shifted by ${shift})`, text.replaceAll('+', '-').replaceAll('/', '_')],
  ]);
  const encoded = encodeURIComponent(part);
  return {
    plain: part,
    'JSON text': JSON.stringify(part).slice(1, -1),
    'JSON text twice': JSON.stringify(JSON.stringify(part)).slice(3, -3),
    'url encoded': encoded,
    'url encoded in lower case': encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    'form encoded': new URLSearchParams({ x: part }).toString().slice(2),
    'HTML text': part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    hex,
    'hex in upper case': hex.toUpperCase(),
    'bytes as numbers': [...bytes].join(','),
    ...Object.fromEntries(base64),
  };
}

interface Form {
  secret: PlantedSecret;
  form: string;
  text: string;
}

/** Of the four letters there. Every form is longer. */
function bucketAt(text: string, at: number): number {
  const letter = (place: number) => text.charCodeAt(at + place);
  return (letter(0) ^ (letter(1) << 5) ^ (letter(2) << 9) ^ (letter(3) << 13)) & 0xfffff;
}

/** Texts that reveal a secret: each half in every encoding, so that truncated ones are found, too. */
export class SecretForms {
  /** By their first letters: texts have megabytes and the forms are thousands, so each place of a text is looked at once. */
  private readonly buckets = new Map<number, Form[]>();
  private readonly isUsed = new Uint8Array(0x100000);

  constructor(secrets: readonly PlantedSecret[]) {
    for (const secret of secrets) {
      const middle = Math.floor(secret.value.length / 2);
      if (middle < shortestPart) throw new Error(`${secret.name} is too short to search for`);
      for (const half of [secret.value.slice(0, middle), secret.value.slice(middle)])
        for (const [form, text] of Object.entries(formsOf(half))) this.add({ secret, form, text });
    }
  }

  /** `name as form` for each secret found in the text, except allowed ones. */
  foundIn(text: string, allowed: readonly string[] = []): string[] {
    const found = new Set<string>();
    for (let at = 0; at < text.length; at += 1) {
      const bucket = bucketAt(text, at);
      if (this.isUsed[bucket] === 0) continue;
      for (const { secret, form, text: wanted } of this.buckets.get(bucket) ?? [])
        if (text.startsWith(wanted, at) && !allowed.includes(secret.value)) found.add(`${secret.name} as ${form}`);
    }
    return [...found];
  }

  private add(form: Form): void {
    const bucket = bucketAt(form.text, 0);
    this.isUsed[bucket] = 1;
    const others = this.buckets.get(bucket);
    if (others) others.push(form);
    else this.buckets.set(bucket, [form]);
  }
}
