/** The accessibility tree of an element as text: what assistive technology receives, a line per node. */
import type { CDPSession, Page } from 'playwright-core';

interface Value {
  readonly value?: unknown;
}

/** A node, as Chromium's DevTools protocol describes it. */
interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: Value;
  readonly name?: Value;
  readonly description?: Value;
  readonly value?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
  readonly childIds?: readonly string[];
  readonly backendDOMNodeId?: number;
}

/** States of a control that are worth a word; others follow from its role. */
const STATES = ['checked', 'disabled', 'expanded', 'busy', 'required'];

/** Reads the trees of elements of one page. */
export async function accessibilityTrees(page: Page, selectors: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const trees: string[] = [];
  for (const selector of selectors) {
    const id = await backendId(session, selector);
    const root = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === id);
    if (!root) throw new Error(`${selector} is not in the accessibility tree.`);
    trees.push(`${joined(lines(root, byId, ''), '').join('\n')}\n`);
  }
  await session.detach();
  return trees;
}

async function backendId(session: CDPSession, selector: string): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: `document.querySelector(${JSON.stringify(selector)})`,
  });
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId! });
  return node.backendNodeId;
}

/** Roles of boxes without a meaning: their content takes their place. */
const BOX = /^(none|generic|strong|LabelText|InlineTextBox|ListMarker|Section)$/;

/** Marks a piece of text until it is joined with its neighbours. */
const TEXT = '\u0000';

function lines(node: Node, byId: ReadonlyMap<string, Node>, indent: string): string[] {
  const role = String(node.role?.value ?? 'none');
  const name = String(node.name?.value ?? '');
  if (role === 'StaticText') return [TEXT + name];
  const isBox = node.ignored || BOX.test(role);
  const isParagraph = role === 'paragraph';
  const inner = isBox || isParagraph ? indent : `${indent}  `;
  const all = (node.childIds ?? []).flatMap((id) => (byId.has(id) ? lines(byId.get(id)!, byId, inner) : []));
  // The text of a label is the name of its control already.
  const held = role === 'LabelText' ? all.filter((line) => !line.startsWith(TEXT)) : all;
  if (isBox) return held;
  const whole = joined(held, inner).filter((line) => line.trim() !== name.trim());
  return isParagraph ? whole : [indent + described(node, role, name), ...whole];
}

/** Joins adjacent pieces of text into one line. */
function joined(held: readonly string[], indent: string): string[] {
  const whole: string[] = [];
  let text = '';
  const end = (): void => {
    const line = text
      .replace(/\s+/g, ' ')
      .replace(/ (?=[:,.])/g, '')
      .trim();
    if (line) whole.push(indent + line);
    text = '';
  };
  for (const line of held)
    if (line.startsWith(TEXT)) text += ` ${line.slice(TEXT.length)}`;
    else {
      end();
      whole.push(line);
    }
  end();
  return whole;
}

function described({ properties = [], description, value }: Node, role: string, name: string): string {
  const states = properties.flatMap((property) =>
    STATES.includes(property.name) && ![false, 'false', undefined].includes(property.value.value as false)
      ? [property.name]
      : [],
  );
  return [
    role,
    name && `“${name}”`,
    value?.value ? `value “${value.value}”` : '',
    states.length > 0 ? `[${states.join(', ')}]` : '',
    description?.value ? `— ${description.value}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
