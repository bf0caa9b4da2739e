/**
 * Every export of a package, and every option, has a docstring: an editor shows nothing else. Functions and classes
 * have an example, which compiles and returns what it states.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as core from '@flight-offset/core';
import * as coreServer from '@flight-offset/core/server';
import * as emissions from '@flight-offset/emissions';
import * as cities from '@flight-offset/emissions/cities';
import * as server from '@flight-offset/server';
import ts from 'typescript';

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Packages whose exports others import; those of the console are only for the gateway. */
const PUBLISHED = ['core', 'emissions', 'server', 'elements', 'gateway'] as const;

/**
 * Whether the packages were built for all test files of a run: then their declarations are read, as an editor does:
 * half as many files as their sources and the imports of these.
 */
const BUILT = process.env.TEST_GATEWAY_CLI !== undefined;

/** Returns the files of a package's entries by its export map: their sources, or the declarations built of them. */
function entriesOf(name: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { source?: string; types?: string }>;
  };
  return Object.values(exports).flatMap((target) => {
    const { source, types } = typeof target === 'object' ? target : {};
    if (!source || !/\.tsx?$/.test(source) || !existsSync(join(PACKAGES, name, source))) return [];
    return [join(PACKAGES, name, BUILT ? (types ?? assert.fail(`${source} has no types`)) : source)];
  });
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  customConditions: BUILT ? [] : ['source'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  strict: true,
  noEmit: true,
  types: ['node'],
};

/** Reads files for every program below; each is parsed once. */
const HOST = ts.createCompilerHost(OPTIONS);
const { getSourceFile: parse } = HOST;
const parsed = new Map<string, ts.SourceFile | undefined>();
HOST.getSourceFile = (path, ...rest) => {
  if (!parsed.has(path)) parsed.set(path, parse(path, ...rest));
  return parsed.get(path);
};

let program: ts.Program | undefined;

/**
 * Creates the program of all packages, from their sources: one, since each reads the types of the browser and of Node
 * again.
 */
function programOfAll(): ts.Program {
  program ??= ts.createProgram(PUBLISHED.flatMap(entriesOf), OPTIONS, HOST);
  return program;
}

const isOwn = (symbol: ts.Symbol): boolean =>
  (symbol.declarations ?? []).some((one) => one.getSourceFile().fileName.startsWith(PACKAGES));

const isDocumented = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean =>
  symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0;

/** An export of this project, with aliases resolved. */
interface Exported {
  readonly name: string;
  readonly symbol: ts.Symbol;
  readonly entry: string;
}

/** Returns the exports of some entries, of which one may only register an element and export nothing. */
function exportsOf(entries: readonly string[]): Exported[] {
  const program = programOfAll();
  const checker = program.getTypeChecker();
  return entries.flatMap((entry) => {
    const file = program.getSourceFile(entry) ?? assert.fail(`no file ${entry}`);
    const module = checker.getSymbolAtLocation(file);
    return (module ? checker.getExportsOfModule(module) : [])
      .map((exported) => ({
        name: exported.name,
        symbol: exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported,
        entry,
      }))
      .filter(({ symbol }) => isOwn(symbol));
  });
}

/** Finds exports without a docstring, as `file: name`; of interfaces called Options, also each option without one. */
function undocumented(entries: readonly string[]): { readonly found: string[]; readonly seen: number } {
  const checker = programOfAll().getTypeChecker();
  const found = new Set<string>();
  const seen = new Set<string>();
  const check = (symbol: ts.Symbol, name: string): void => {
    const [declaration] = symbol.declarations ?? [];
    const place = `${declaration?.getSourceFile().fileName.slice(PACKAGES.length)}: ${name}`;
    seen.add(place);
    if (!isDocumented(symbol, checker)) found.add(place);
  };
  for (const { name, symbol } of exportsOf(entries)) {
    check(symbol, name);
    if (!(symbol.flags & ts.SymbolFlags.Interface) || !name.endsWith('Options')) continue;
    for (const option of checker.getDeclaredTypeOfSymbol(symbol).getProperties())
      if (isOwn(option)) check(option, `${name}.${option.name}`);
  }
  return { found: [...found], seen: seen.size };
}

/** An example of a docstring, and the entry whose exports it uses. */
interface Example {
  readonly of: string;
  readonly entry: string;
  readonly code: string;
}

/** Tests whether an export is a class, a function, or a constant that is one. */
function isCallable(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  if (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) return true;
  return (
    !!(symbol.flags & ts.SymbolFlags.Variable) &&
    checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0
  );
}

/** Returns examples of the functions and classes of a package, except those for tests and the proofs' own parts. */
function examplesOf(name: string): { readonly examples: readonly Example[]; readonly without: string[] } {
  const checker = programOfAll().getTypeChecker();
  const examples: Example[] = [];
  const without: string[] = [];
  const entries = entriesOf(name).filter((entry) => !/\/(?:testing|retirement)\//.test(entry));
  for (const { name: of, symbol, entry } of exportsOf(entries)) {
    if (!isCallable(symbol, checker)) continue;
    const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === 'example');
    if (tags.length === 0) without.push(of);
    for (const { text } of tags) examples.push({ of, entry, code: ts.displayPartsToString(text) });
  }
  return { examples, without };
}

/** Packages whose functions and classes have examples. */
const WITH_EXAMPLES = ['core', 'emissions', 'server'] as const;

/** Returns the examples of a package as files, each a module with the exports of its package; code by path. */
function filesOf(name: string): ReadonlyMap<string, Example & { readonly text: string }> {
  const entries = entriesOf(name);
  const names = new Map<string, string>();
  const program = programOfAll();
  const checker = program.getTypeChecker();
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry) ?? assert.fail(entry));
    for (const { name, flags } of module ? checker.getExportsOfModule(module) : [])
      if (flags & (ts.SymbolFlags.Value | ts.SymbolFlags.Alias) && !names.has(name)) names.set(name, entry);
  }
  return new Map(
    examplesOf(name).examples.map((example, index) => {
      const { code, entry } = example;
      const imports = [...names]
        .filter(
          ([name]) =>
            new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`import[^;]*\\b${name}\\b`).test(code),
        )
        .map(([name, from]) => `import { ${name} } from '${from.replace(/\.d\.ts$/, '.js')}';`);
      const text = `${imports.join('')}\n${code}\nexport {};\n`;
      return [join(entry, `../example-${index}.ts`), { ...example, text }] as const;
    }),
  );
}

let checked: ts.Program | undefined;

/** Creates the program of all examples. */
function programOfExamples(): ts.Program {
  if (checked) return checked;
  const files = new Map(WITH_EXAMPLES.flatMap((name) => [...filesOf(name)]));
  checked = ts.createProgram([...files.keys()], OPTIONS, {
    ...HOST,
    getSourceFile(path, languageVersion, ...rest) {
      const text = files.get(path)?.text;
      return text === undefined
        ? HOST.getSourceFile(path, languageVersion, ...rest)
        : ts.createSourceFile(path, text, languageVersion);
    },
    fileExists: (path) => files.has(path) || HOST.fileExists(path),
    readFile: (path) => files.get(path)?.text ?? HOST.readFile(path),
  });
  return checked;
}

/** Finds the faults in the examples of a package; the reader's own names are free. */
function faultsIn(name: string): string[] {
  const program = programOfExamples();
  /** "Cannot find name", also for a shorthand property, and `return`: an example may be a part of a function. */
  const free = new Set([2304, 2552, 18004, 1108]);
  return [...filesOf(name)].flatMap(([path, { of }]) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .filter(({ code }) => !free.has(code))
      .map(({ messageText }) => `${of}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}

for (const name of WITH_EXAMPLES)
  test(`every function and class of ${name} has an example, which compiles`, () => {
    const { examples, without } = examplesOf(name);
    assert.deepEqual(without, []);
    assert.ok(examples.length > 20);
    assert.deepEqual(faultsIn(name), []);
  });

test('examples return the values that they state', async () => {
  const exported: Record<string, unknown> = { ...core, ...coreServer, ...emissions, ...cities, ...server };
  const names = Object.keys(exported);
  const evaluate = (text: string): unknown =>
    new Function(...names, `return (${text});`)(...Object.values(exported));
  const lines = WITH_EXAMPLES.flatMap((name) => examplesOf(name).examples).flatMap(({ code }) => [
    ...code.matchAll(/^(\w+\(.*\)[\w.]*); \/\/ (true|false|['"{\d].*)$/gm),
  ]);
  assert.ok(lines.length > 20);
  for (const [, call = '', stated = ''] of lines) assert.deepEqual(evaluate(call), evaluate(stated), call);
});

/** Returns the optional members of a file's interfaces called Options, as `interface.member: docstring`. */
function optionalOptions(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  return file.statements
    .filter((node) => ts.isInterfaceDeclaration(node))
    .filter(({ name }) => name.text.endsWith('Options'))
    .flatMap(({ name, members }) =>
      members.flatMap((member) => {
        if (!member.questionToken || !member.name) return [];
        const symbol = checker.getSymbolAtLocation(member.name);
        const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
        return [`${name.text}.${member.name.getText()}: ${text}`];
      }),
    );
}

test('every optional option states its default, or when it is used', () => {
  const program = programOfAll();
  const folders = WITH_EXAMPLES.map((name) => join(PACKAGES, name, '/'));
  const options = program
    .getSourceFiles()
    .filter(({ fileName }) => folders.some((folder) => fileName.startsWith(folder)))
    .flatMap((file) => optionalOptions(file, program.getTypeChecker()));
  const found = options.filter((one) => !/: .*(?:[Dd]efault|[Cc]alled|[Ww]ithout|for tests)/s.test(one));
  assert.ok(options.length > 40);
  assert.deepEqual([...new Set(found)], []);
});

for (const name of PUBLISHED)
  test(`every export and option of ${name} has a docstring`, () => {
    const { found, seen } = undocumented(entriesOf(name));
    assert.ok(seen > 10, `only ${seen} exports of ${name} were seen`);
    assert.deepEqual(found, []);
  });
