import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A parsed page, and what is wrong with it. */
export interface Page {
  readonly elements: readonly Element[];
  /** Parse errors of HTML5, and offences against the structure that a reader relies on. */
  readonly problems: readonly string[];
}

export function parsePage(text: string): Page {
  const errors: string[] = [];
  const document = parse(text, {
    onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`),
    sourceCodeLocationInfo: true,
  });
  const elements = elementsIn(document);
  return { elements, problems: [...errors, ...structureProblems(elements)] };
}

export function byTag(elements: readonly Element[], tag: string): Element[] {
  return elements.filter(({ tagName }) => tagName === tag);
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

export function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

export function elementsIn(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : [])];
}

function structureProblems(elements: readonly Element[]): string[] {
  return [
    ...idProblems(elements),
    ...headingProblems(elements),
    ...tableProblems(elements),
    ...imageProblems(elements),
    ...forbidden(elements),
    ...(attribute(byTag(elements, 'html')[0]!, 'lang') ? [] : ['no lang']),
  ];
}

/** Every id once, and every reference to one that is there. */
function idProblems(elements: readonly Element[]): string[] {
  const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
  const references = elements.flatMap((element) => [
    ...(attribute(element, 'aria-labelledby')?.split(' ') ?? []),
    ...(/^#(.+)/.exec(attribute(element, 'href') ?? '')?.slice(1) ?? []),
  ]);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} again`),
    ...references.filter((id) => !ids.includes(id)).map((id) => `no id ${id}`),
  ];
}

function headingProblems(elements: readonly Element[]): string[] {
  const levels = elements.flatMap(({ tagName }) => /^h([1-6])$/.exec(tagName)?.slice(1) ?? []);
  const skips = levels.filter((level, index) => Number(level) > Number(levels[index - 1] ?? 0) + 1);
  const titles = levels.filter((level) => level === '1').length;
  return [
    ...skips.map((level) => `h${level} skips a level`),
    ...(titles === 1 ? [] : [`${titles} h1`]),
  ];
}

function tableProblems(elements: readonly Element[]): string[] {
  return byTag(elements, 'table').flatMap((table) => {
    const parts = elementsIn(table);
    const [caption] = byTag(parts, 'caption');
    const unscoped = byTag(parts, 'th').filter((th) => attribute(th, 'scope') === undefined);
    const widths = new Set(
      byTag(parts, 'tr').map(
        (tr) => tr.childNodes.filter((cell) => ['th', 'td'].includes(cell.nodeName)).length,
      ),
    );
    return [
      ...(caption && textOf(caption).trim() !== '' ? [] : ['table without caption']),
      ...unscoped.map(() => 'th without scope'),
      ...(widths.size === 1 ? [] : ['rows differ in length']),
    ];
  });
}

function imageProblems(elements: readonly Element[]): string[] {
  return byTag(elements, 'svg')
    .filter((svg) => attribute(svg, 'role') !== 'img' || !isNamed(svg))
    .map(() => 'svg without role or name');
}

function isNamed(svg: Element): boolean {
  const labels = [attribute(svg, 'aria-label'), attribute(svg, 'aria-labelledby')];
  return labels.some(Boolean) || byTag(elementsIn(svg), 'title').length > 0;
}

/** What could run or load something. */
function forbidden(elements: readonly Element[]): string[] {
  return elements.flatMap(({ tagName, attrs }) => [
    ...(['script', 'iframe', 'object', 'embed', 'form'].includes(tagName) ? [`<${tagName}>`] : []),
    ...attrs
      .filter(({ name, value }) =>
        ['src', 'href', 'action', 'data', 'srcset'].includes(name)
          ? !/^(#|data:)/.test(value)
          : /^on/.test(name),
      )
      .map(({ name, value }) => `${tagName} ${name}=${value.slice(0, 40)}`),
  ]);
}
