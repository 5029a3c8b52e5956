// What the style of Swagger UI lacks for WCAG 2.2: contrast of 4.5:1 for texts, and targets of 24 pixels. Its light form is the worse
// one. Its markup is changed in `reference-markup.ts`.

/** Ground of a method's name, which is white. */
const methods = {
  get: '#1a6fc4',
  post: '#1a7f4b',
  put: '#9a5b00',
  patch: '#0d7466',
  delete: '#c62828',
  deprecated: '#5b6372',
};

const methodRules = Object.entries(methods).map(
  ([method, ground]) =>
    `html:not(.dark-mode) .swagger-ui .opblock.opblock-${method} .opblock-summary-method { background: ${ground}; }`,
);

/** For the end of Swagger UI's style, with its class names. */
export const referenceStyle = `
/* Until the script has set one of the classes, the ground is that of the system's scheme, so that a dark page does not begin white. */
@media (prefers-color-scheme: dark) { html:not(.light-mode) { background: #1c2022; } }
${methodRules.join('\n')}
html:not(.dark-mode) .swagger-ui .info .title small { background: #5b6372; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #4a6b00; }
html:not(.dark-mode) .swagger-ui :is(.info a, .info .url, .info .link) { color: #1a5bb8; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1a7f4b; color: #1a7f4b; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1a7f4b; }
html.dark-mode .swagger-ui .try-out .btn.try-out__btn.cancel { border-color: #ff9b9b; color: #ff9b9b; }
/* Numbers in examples, which are dark in both forms. */
.swagger-ui .microlight span[style*='211, 99, 99'] { color: #ff9b9b !important; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12__constraint--string { background: #8a5a00; }
html:not(.dark-mode) .swagger-ui :is(.markdown, .renderedMarkdown) code { color: #6b0bc4; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #4f5866; }
html:not(.dark-mode) .swagger-ui .btn.cancel { border-color: #c62828; color: #c62828; }
html:not(.dark-mode) .swagger-ui .btn.execute { border-color: #1a6fc4; background: #1a6fc4; }
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .parameter__deprecated, .parameter__type, .prop-format) { color: #4f5866; }
html:not(.dark-mode) .swagger-ui .download-contents { background: #4f5866; }
html.dark-mode .swagger-ui .header-col { color: #e6e9ee; }
html.dark-mode .swagger-ui .expand-operation svg { fill: #e6e9ee; opacity: 1; }
.swagger-ui :is(.opblock-summary-path, .opblock-summary-path__deprecated) a.nostyle { display: inline-block; line-height: 24px; }
.swagger-ui .unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 640px) { .swagger-ui .responses-inner { overflow-x: auto; } }
.swagger-ui .opblock-summary-control { cursor: pointer; }
.swagger-ui .opblock-summary .view-line-link.copy-to-clipboard { flex: none; width: 24px; }
.swagger-ui .opblock-summary .view-line-link.copy-to-clipboard button { width: 24px; height: 24px; }
@media (prefers-reduced-motion: reduce) { .swagger-ui * { transition: none !important; animation: none !important; } }
`;
