// What a browser does when a person signs in: it keeps cookies for each host, follows redirects, says where a request comes from,
// and sends forms. It runs no script.
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
}

export interface Browser {
  /** The cookies of a host: name → value. */
  cookies(url: string): Map<string, string>;
  /** Every Set-Cookie header that it received, as it was. */
  readonly received: readonly string[];
  /** Every address that it asked for. */
  readonly visited: readonly string[];
  /**
   * Open an address, as a person who typed it or followed a link does; follows redirects and pages that lead on.
   * @param stopBefore an address that begins so is not asked for; it is the `url` of the page that led there
   */
  open(url: string, stopBefore?: string): Promise<Page>;
  /** Send the form of a page with changed fields. */
  submit(page: Page, fields?: Record<string, string>, stopBefore?: string): Promise<Page>;
  /** One request as a script of a page of this origin makes it, without following redirects. */
  request(url: string, init?: RequestInit): Promise<Response>;
}

const mostSteps = 20;

export function createBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();
  const received: string[] = [];
  const visited: string[] = [];
  const jarOf = (url: string): Map<string, string> => {
    const { hostname } = new URL(url);
    const jar = jars.get(hostname) ?? new Map<string, string>();
    jars.set(hostname, jar);
    return jar;
  };

  function keep(url: string, response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      received.push(header);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      if (/;\s*max-age=0/i.test(header) || /expires=Thu, 01 Jan 1970/i.test(header)) jarOf(url).delete(name!);
      else jarOf(url).set(name!, value!);
    }
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    visited.push(url);
    const cookie = [...jarOf(url)].map(pair => pair.join('=')).join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    keep(url, response);
    return response;
  }

  async function follow(first: string, init: RequestInit, stopBefore?: string): Promise<Page> {
    let url = first;
    let request = init;
    for (let steps = 0; steps < mostSteps; steps += 1) {
      const response = await send(url, request);
      const text = await response.text();
      const location =
        response.headers.get('location') ?? /http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1];
      if (location === undefined) return { status: response.status, url, text, headers: response.headers };
      url = new URL(location, url).href;
      request = {};
      if (stopBefore !== undefined && url.startsWith(stopBefore)) {
        return { status: response.status, url, text, headers: response.headers };
      }
    }
    throw new Error(`${first} leads on and on, at last to ${url}`);
  }

  return {
    cookies: jarOf,
    received,
    visited,
    open: (url, stopBefore) =>
      follow(url, { headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' } }, stopBefore),
    async submit({ url, text }, fields = {}, stopBefore) {
      const [, attributes, content] = /<form([^>]*)>(.*?)<\/form>/s.exec(text)!;
      const action = /action="([^"]*)"/.exec(attributes!)![1]!;
      const inputs = [...content!.matchAll(/<input([^>]*)>/g)].map(([, input]) => input!);
      const form = new URLSearchParams();
      for (const input of inputs) {
        const name = /name="([^"]*)"/.exec(input)?.[1];
        // A browser sends no choice that is not made, and nothing that is disabled.
        if (/ disabled/.test(input) || (/type="radio"/.test(input) && !/ checked/.test(input))) continue;
        if (name !== undefined) form.set(name, decoded(/value="([^"]*)"/.exec(input)?.[1] ?? ''));
      }
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: new URL(url).origin,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
      };
      return follow(new URL(action, url).href, { method: 'POST', headers, body: form.toString() }, stopBefore);
    },
    request: (url, init = {}) =>
      send(url, {
        ...init,
        headers: { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin', ...init.headers },
      }),
  };
}

/** The text of an attribute, as the service escapes it. */
const decoded = (text: string): string => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
