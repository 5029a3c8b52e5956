// What the address of the page of access says.

export interface AccessSearch {
  /** `<type>:<global id>` of who has access. */
  readonly from?: string;
  /** `<type>:<global id>` of what is reached. */
  readonly to?: string;
  /** Layers of the graph. */
  readonly layers?: number;
  /** Steps that are drawn for each object of the graph. */
  readonly each?: number;
}

const reference = /^[A-Za-z]{1,60}:[0-9a-f-]{36}$/;

export function accessSearch(search: Readonly<Record<string, unknown>>): AccessSearch {
  return {
    ...endFrom('from', search['from']),
    ...endFrom('to', search['to']),
    ...countFrom('layers', search['layers'], 10),
    ...countFrom('each', search['each'], 5000),
  };
}

function endFrom(name: 'from' | 'to', value: unknown): AccessSearch {
  return typeof value === 'string' && reference.test(value) ? { [name]: value } : {};
}

function countFrom(name: 'layers' | 'each', value: unknown, most: number): AccessSearch {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most ? { [name]: value } : {};
}
