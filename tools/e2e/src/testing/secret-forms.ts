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

/** Texts that reveal a secret: each half in every encoding, so that truncated ones are found, too. */
export class SecretForms {
  private readonly texts: { secret: PlantedSecret; form: string; text: string }[];

  constructor(secrets: readonly PlantedSecret[]) {
    this.texts = secrets.flatMap((secret) => {
      const middle = Math.floor(secret.value.length / 2);
      if (middle < shortestPart) throw new Error(`${secret.name} is too short to search for`);
      const halves = [secret.value.slice(0, middle), secret.value.slice(middle)];
      return halves.flatMap((half) => Object.entries(formsOf(half)).map(([form, text]) => ({ secret, form, text })));
    });
  }

  /** `name as form` for each secret found in the text, except allowed ones. */
  foundIn(text: string, allowed: readonly string[] = []): string[] {
    const found = this.texts.filter(({ secret, text: form }) => !allowed.includes(secret.value) && text.includes(form));
    return [...new Set(found.map(({ secret, form }) => `${secret.name} as ${form}`))];
  }
}
