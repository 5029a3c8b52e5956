// What a source may be called.

export const idPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;
export const idRule = 'Small letters, digits, - and _; it begins with a letter or digit.';
