import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileTitle } from './file-titles.ts';
import { generatedPage } from './generated-page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** `<<< path#region [title]`, as VitePress reads it; the path may contain brackets. */
const SNIPPET = /^([ \t]*)<<<\s*(\S+?)(?:#([\w.-]+))?(?:[ \t]+\[(.+)\])?[ \t]*$/gm;

/** Returns the lines of a file between the marks of a region, or the whole file, without any marks. */
function regionOf(file: string, region: string | undefined): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const mark = /#(end)?region\b/;
  const from = region ? lines.findIndex((line) => line.includes(`#region ${region}`)) : -1;
  const to = region ? lines.findIndex((line) => line.includes(`#endregion ${region}`)) : lines.length;
  if (region && (from < 0 || to < from)) throw new Error(`${file} has no region ${region}`);
  const shown = lines.slice(from + 1, to).filter((line) => !mark.test(line));
  const indents = shown.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return shown
    .map((line) => line.slice(indent))
    .join('\n')
    .trim();
}

/** Replaces included parts and code taken from files by their text; code blocks carry their file as title. */
function expand(text: string, page: string): string {
  const at = (path: string): string =>
    path.startsWith('@/') ? join(ROOT, path.slice(2)) : join(dirname(page), path);
  return text
    .replace(/<!--\s*@include:\s*(\S+)\s*-->/g, (_, path: string) => {
      const file = at(path);
      return expand(readFileSync(file, 'utf8').trim(), file);
    })
    .replace(SNIPPET, (...match: readonly (string | undefined)[]) => {
      const [, indent = '', path = '', region, title] = match;
      const file = at(path);
      const name = title ?? `${fileTitle(file, basename(file))}${region ? ' (excerpt)' : ''}`;
      const code = [`\`\`\`${extname(file).slice(1)} [${name}]`, regionOf(file, region), '```'];
      return code
        .join('\n')
        .split('\n')
        .map((line) => (line === '' ? line : indent + line))
        .join('\n');
    });
}

/** Converts Markdown for readers without a browser: no scripts, components or comments. */
function plain(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^<script[\s\S]*?^<\/script>\n?/gm, '')
    .replace(/^<style[\s\S]*?^<\/style>\n?/gm, '')
    .replace(/^[ \t]*<[A-Z]\w*[^>]*\/>[ \t]*\n/gm, '')
    .replace(/<!--(?! #)[\s\S]*?-->\n?/g, '')
    .replace(/<span id="[^"]*"><\/span>/g, '')
    .replace(/<p class="lead">([\s\S]*?)<\/p>/g, (_, lead: string) =>
      lead.replace(/<\/?code>/g, '`').replace(/<[^>]+>/g, ''),
    )
    .replace(/ \{#[\w-]+\}$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * Returns a page of the site as Markdown, with the code it takes from files and the generated parts of the reference.
 * @param link As in the sidebar: `/guide/start`, `/sandbox/`.
 * @throws Error If there is no such page.
 */
export async function pageMarkdown(link: string): Promise<string> {
  const file = join(ROOT, `${link.replace(/\/$/, '/index')}.md`);
  if (existsSync(file)) return `${outsideCode(expand(readFileSync(file, 'utf8'), file))}\n`;
  const generated = await generatedPage(link.split('/').at(-1) ?? '');
  if (generated === undefined) throw new Error(`There is no page ${link}`);
  return `${outsideCode(generated)}\n`;
}

/** Applies {@link plain} to text outside code blocks. */
function outsideCode(text: string): string {
  const blocks: string[] = [];
  const held = text.replace(/^([ \t]*)(`{3,})[^\n]*\n[\s\S]*?^\1\2[ \t]*$/gm, (block) => {
    blocks.push(block);
    return `\u0000${blocks.length - 1}\u0000`;
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: stands for a block, and stands in no page
  return plain(held).replace(/\u0000(\d+)\u0000/g, (_, index: string) => blocks[Number(index)] ?? '');
}
