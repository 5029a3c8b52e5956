// DuckDB's client decodes text with a TextDecoder that drops a leading U+FEFF. In a value it is a character like any other
// (https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom), so the client's decoder is made to keep it.
import { textDecoder } from '@duckdb/node-api/lib/vectors/dataAccessors.js';

const whole = new TextDecoder('utf-8', { ignoreBOM: true });
textDecoder.decode = whole.decode.bind(whole);
