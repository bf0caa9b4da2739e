/**
 * Sizes of the bundles, in bytes of brotli 11, as a server would send them.
 *
 * `npm` is the code that a page's own bundler loads at once: the element and all it imports except Lit, with the names
 * that a bundler gives to the files that load later. The controls that the tick reveals are a dynamic import, and
 * therefore a size of their own, `pay`. `cdn` is the code that a page without a bundler loads at once: the file of the
 * element and the one that elements share, Lit included.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import { bundle, cdnFiles, LANGUAGES, type Piece, split, TEXT_SETS } from './bundler.ts';

/** Returns the bytes of brotli 11. */
export function brotli(code: string | Uint8Array): number {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** Returns the size of the pieces of `source` that `wanted` picks, without Lit. */
async function bytesOfPieces(source: string, wanted: (piece: Piece) => boolean): Promise<number> {
  const pieces = await split(source, [/^lit/, /^@lit/]);
  return brotli(pieces.map((piece) => (wanted(piece) ? piece.code : '')).join(''));
}

/** Returns the bytes of `source` that a page loads at once, without Lit. */
export const initialBytes = (source: string): Promise<number> => bytesOfPieces(source, ({ first }) => first);

/**
 * Returns the bytes that a page without a bundler loads at once for the element `tag`: each file compressed by itself.
 */
async function cdnAtOnce(tag: string): Promise<number> {
  const files = await cdnFiles();
  const names = new Set([`${tag}.js`]);
  // A set also visits items added during iteration: imports of imports.
  for (const name of names)
    for (const imported of files.find((file) => file.name === name)!.imports) names.add(imported);
  return files.reduce((sum, { name, code }) => sum + (names.has(name) ? brotli(code) : 0), 0);
}

/** Returns the bytes of each part that has a budget, by name. */
export async function measure(): Promise<Record<string, number>> {
  const widget = `import './src/define/flight-offset-widget.ts';`;
  const status = `import './src/define/offset-status.ts';`;
  const npm = await initialBytes(widget);
  const sizes: Record<string, number> = {
    cdn: await cdnAtOnce('flight-offset-widget'),
    npm,
    order: await bytesOfPieces(widget, ({ name }) => name.startsWith('start-payment-')),
    pay: await bytesOfPieces(widget, ({ name }) => name.startsWith('checkout-')),
    choices: await bytesOfPieces(widget, ({ name }) => name.startsWith('choices-')),
    details: await bytesOfPieces(widget, ({ name }) => name.startsWith('details-')),
    status: (await initialBytes(widget + status)) - npm,
  };
  for (const set of TEXT_SETS)
    for (const language of LANGUAGES)
      sizes[`${set}-${language}`] = brotli(
        await bundle(`export { default } from './src/messages/${set}/${language}.ts'`),
      );
  return sizes;
}

if (import.meta.main) console.table(await measure());
