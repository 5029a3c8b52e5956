// DuckDB's client decodes text with a TextDecoder that drops a leading U+FEFF. In a value, U+FEFF is an ordinary character
// (https://encoding.spec.whatwg.org/#dom-textdecoder-ignorebom), so the client's decoder is replaced by one that keeps it.
import { textDecoder } from '@duckdb/node-api/lib/vectors/dataAccessors.js';

const whole = new TextDecoder('utf-8', { ignoreBOM: true });
textDecoder.decode = whole.decode.bind(whole);
