/** A path relative to a shop's address, without slashes at its ends. */
export interface PathSetting {
  kind: 'path';
  /** Environment variable. */
  variable: string;
  default: string;
  /** Sentences in Markdown for the page of settings. */
  meaning: string;
}

/** Names of HTTP headers; the variable holds them separated by commas. */
export interface HeaderNamesSetting {
  kind: 'header names';
  variable: string;
  default: readonly string[];
  meaning: string;
}

export type Setting = PathSetting | HeaderNamesSetting;
export type SettingValue<S = Setting> = S extends PathSetting ? string : S extends HeaderNamesSetting ? readonly string[] : never;

const path = /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*$/;
const headerName = /^[A-Za-z0-9-]+$/;

/** Completes the sentence "<variable> should be …". */
export function expectationOf(setting: Setting): string {
  return setting.kind === 'path' ? `a path such as ${setting.default}` : 'a comma-separated list of header names';
}

/** Throws when the variable's text is malformed; the message does not quote it. */
export function parseSetting(setting: Setting, text: string): SettingValue {
  if (setting.kind === 'path') return matching(path, text.trim(), setting);
  const names = text.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '').map((name) => matching(headerName, name, setting));
}

function matching(pattern: RegExp, text: string, setting: Setting): string {
  if (pattern.test(text)) return text;
  throw new Error(`${setting.variable} should be ${expectationOf(setting)}`);
}
