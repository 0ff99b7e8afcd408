/** A response of a real shop: names of its headers, and its body, or null where that holds records. */
export interface RecordedResponse {
  status: number;
  headers: string;
  contentType?: string | null;
  body: string | null;
}

/** Same status, same body, and every header that the real shop sent. */
export async function expectLikeRecorded(response: Response, recorded: RecordedResponse, storeBase = ''): Promise<void> {
  const { status, headers, contentType, body } = recorded;
  expect(response.status).toBe(status);
  expect([...response.headers.keys()]).toEqual(expect.arrayContaining(headers.toLowerCase().split(' ')));
  if (contentType !== undefined) expect(response.headers.get('content-type')).toBe(contentType);
  if (body !== null) expect(await response.text()).toBe(body.replaceAll('{store_base}', storeBase));
}
