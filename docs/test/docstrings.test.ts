/** Every export of a package, and every option, says what it is for: an editor shows nothing else. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Packages whose exports others import; what the console exports is for the gateway alone. */
const PUBLISHED = ['core', 'emissions', 'server', 'elements', 'gateway'] as const;

/** Source files of the entries which the export map of a package names. */
function entriesOf(name: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { source?: string }>;
  };
  return Object.values(exports).flatMap((target) => {
    const source = typeof target === 'object' ? target.source : undefined;
    return source && /\.tsx?$/.test(source) && existsSync(join(PACKAGES, name, source))
      ? [join(PACKAGES, name, source)]
      : [];
  });
}

/** A program of the entries, which takes packages of this repository from their sources. */
function programOf(entries: readonly string[]): ts.Program {
  return ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    customConditions: ['source'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  });
}

const isOwn = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some((one) => one.getSourceFile().fileName.startsWith(PACKAGES));

const isDocumented = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean =>
  symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0;

/** Exports without a docstring, as `file: name`; of the interfaces called Options, each option without one too. */
function undocumented(entries: readonly string[]): { readonly found: string[]; readonly seen: number } {
  const program = programOf(entries);
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const seen = new Set<string>();
  const check = (symbol: ts.Symbol, name: string): void => {
    const [declaration] = symbol.declarations ?? [];
    const place = `${declaration?.getSourceFile().fileName.slice(PACKAGES.length)}: ${name}`;
    seen.add(place);
    if (!isDocumented(symbol, checker)) found.add(place);
  };
  for (const entry of entries) {
    const file = program.getSourceFile(entry) ?? assert.fail(`no file ${entry}`);
    const module = checker.getSymbolAtLocation(file);
    // An entry may only register an element, and export nothing.
    if (!module) continue;
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!isOwn(symbol)) continue;
      check(symbol, exported.name);
      if (!(symbol.flags & ts.SymbolFlags.Interface) || !exported.name.endsWith('Options')) continue;
      for (const option of checker.getDeclaredTypeOfSymbol(symbol).getProperties())
        if (isOwn(option)) check(option, `${exported.name}.${option.name}`);
    }
  }
  return { found: [...found], seen: seen.size };
}

for (const name of PUBLISHED)
  test(`every export and option of ${name} has a docstring`, () => {
    const { found, seen } = undocumented(entriesOf(name));
    assert.ok(seen > 10, `only ${seen} exports of ${name} were seen`);
    assert.deepEqual(found, []);
  });
