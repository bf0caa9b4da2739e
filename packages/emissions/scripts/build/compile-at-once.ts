/** How functions of a bundle are written so that V8 compiles them with their module. */
import { parseAst } from 'rolldown/parseAst';

/**
 * The code of a module with some of its functions as expressions in parentheses. V8 takes those for functions that are
 * called at once, and compiles them with the module. A declaration it first parses roughly, then again and by itself when it
 * is first called; the first estimate calls more than a hundred. The expressions go first, since declarations are hoisted,
 * and have the same names in a trace.
 * @param called where those functions begin; others stay declarations.
 */
export function compileAtOnce(code: string, called: ReadonlySet<number>): string {
  const { body } = parseAst(code);
  const functions: string[] = [];
  // What is before the first statement stays there: a line for the shell.
  const start = body[0]?.start ?? code.length;
  let rest = '';
  let at = start;
  for (const node of body) {
    if (node.type !== 'FunctionDeclaration' || node.id === null || !called.has(node.start)) continue;
    const { id } = node;
    const keyword = code.slice(node.start, id.start).trimEnd();
    functions.push(`${id.name}=(${keyword}${code.slice(id.end, node.end)})`);
    rest += `${code.slice(at, node.start)}\n`;
    at = node.end;
  }
  if (functions.length === 0) return code;
  return `${code.slice(0, start)}var ${functions.join(',\n')};\n${rest}${code.slice(at)}`;
}
