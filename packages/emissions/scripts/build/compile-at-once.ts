/** Rewrites functions of a bundle so that V8 compiles them with their module. */
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

interface Insertion {
  readonly at: number;
  readonly text: '(' | ')';
}

/** Returns parentheses around the called functions that are expressions, in the order of the text. */
function parentheses(program: ESTree.Program, called: ReadonlySet<number>): Insertion[] {
  const found: Insertion[] = [];
  const wrap = ({ start, end }: ESTree.Span): void => {
    if (called.has(start)) found.push({ at: start, text: '(' }, { at: end, text: ')' });
  };
  new Visitor({ ArrowFunctionExpression: wrap, FunctionExpression: wrap }).visit(program);
  return found.sort((a, b) => a.at - b.at);
}

/**
 * Rewrites some functions of a module as expressions in parentheses. V8 assumes that those are called at once, and
 * compiles them with the module. It first parses others roughly, then again and separately when they are first called;
 * the first estimate calls more than two hundred. Declarations become expressions and go first, since declarations are
 * hoisted, and have the same names in a trace; expressions, also within a function, stay in place.
 * @param called Starts of the called functions; others, and methods, are unchanged.
 */
export function compileAtOnce(code: string, called: ReadonlySet<number>): string {
  const { program } = parseSync('bundle.js', code);
  const insertions = parentheses(program, called);
  const write = (from: number, to: number): string => {
    let text = '';
    let written = from;
    for (const { at, text: parenthesis } of insertions) {
      if (at < from || at >= to) continue;
      text += code.slice(written, at) + parenthesis;
      written = at;
    }
    return text + code.slice(written, to);
  };
  const functions: string[] = [];
  // Text before the first statement stays there: a line for the shell.
  const start = program.body[0]?.start ?? code.length;
  let rest = '';
  let at = start;
  for (const node of program.body) {
    if (node.type !== 'FunctionDeclaration' || node.id === null || !called.has(node.start)) continue;
    const { id } = node;
    const keyword = code.slice(node.start, id.start).trimEnd();
    functions.push(`${id.name}=(${keyword}${write(id.end, node.end)})`);
    rest += `${write(at, node.start)}\n`;
    at = node.end;
  }
  rest += write(at, code.length);
  if (functions.length === 0) return code.slice(0, start) + rest;
  return `${code.slice(0, start)}var ${functions.join(',\n')};\n${rest}`;
}
