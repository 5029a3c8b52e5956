// What the markup of Swagger UI lacks for WCAG 2.2: landmarks, names of controls, a heading between title and groups, and rows of
// operations without a link inside of a button. The functions run in the browser, from their text, so they use nothing of this file.

/** What the functions need of React and of Swagger UI. */
interface Element {
  readonly props: { readonly children: readonly (Element | null)[] } & Readonly<Record<string, unknown>>;
}
type Component = new (props: unknown) => { render(): Element };
interface FormProps {
  /** A Map of Immutable. */
  readonly schema: { delete(key: string): unknown };
}
interface React {
  createElement(type: unknown, props: unknown, ...children: unknown[]): Element;
  cloneElement(element: Element | null | undefined, props: unknown, ...children: unknown[]): Element;
}

/** A plugin of Swagger UI, as https://swagger.io/docs/open-source-tools/swagger-ui/customization/plugin-api/ describes them. */
export function markupPlugin({ React }: { React: React }): object {
  return {
    wrapComponents: {
      // The row is a button in which the path is a link. The arrow at its end is a button that does the same, so it takes the keyboard.
      OperationSummary: (Summary: Component) =>
        class extends Summary {
          override render() {
            const summary = super.render();
            const [row, ...others] = summary.props.children;
            const { className, onClick, children } = row!.props;
            const arrow = React.cloneElement(others.pop(), { tabIndex: 0 });
            const area = React.createElement('div', { className, onClick }, ...children);
            return React.cloneElement(summary, {}, area, ...others, arrow);
          }
        },
      // Swagger UI asks for a file where a text has a media type, even in the query of an address. Of such a parameter, the text is asked for.
      JsonSchemaForm: (Form: unknown) => (props: FormProps) =>
        React.createElement(Form, { ...props, schema: props.schema.delete('contentMediaType') }),
      operations: (Operations: unknown) => (props: unknown) => [
        React.createElement('h2', { key: 'heading', className: 'unseen' }, 'Operations'),
        React.createElement(Operations, { key: 'operations', ...(props as object) }),
      ],
    },
  };
}

/** Selector → attributes; null: without this one. */
const attributes: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  '.information-container': { role: 'banner' },
  '.scheme-container': { role: 'region', 'aria-label': 'Server and authorization' },
  '#servers': { 'aria-label': 'Server' },
  // It has the role of a region without a name.
  '.responses-table': { role: null },
  // They scroll, so they must be within reach of the keyboard.
  'pre.microlight': { tabindex: '0' },
  'textarea.body-param__text': { 'aria-label': 'Request body' },
  // The only content of the button of a schema without a title.
  '.json-schema-2020-12-accordion__icon': { role: 'img', 'aria-label': 'Fields' },
  '.close-modal': { 'aria-label': 'Close' },
  // The dialog stands between the title and the operations.
  '.modal-ux h3': { 'aria-level': '2' },
  '.modal-ux h4': { 'aria-level': '3' },
  '.modal-ux :is(h5, h6)': { 'aria-level': '4' },
  // Their names lack the words that are seen.
  '.modal-btn[aria-label]': { 'aria-label': null },
};

/** A script that adds the attributes to what is shown now, and to what is shown later. A choice has the name of its parameter. */
export const attributesScript = `
const wanted = Object.entries(${JSON.stringify(attributes)});
const change = (element, name, value) => (value === null ? element.removeAttribute(name) : element.setAttribute(name, value));
const changeAll = () => {
  for (const [selector, attributes] of wanted) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) change(element, name, value);
    }
  }
  for (const row of document.querySelectorAll('[data-param-name]')) {
    for (const choice of row.querySelectorAll('select')) change(choice, 'aria-label', row.dataset.paramName);
  }
};
new MutationObserver(changeAll).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });
`;
