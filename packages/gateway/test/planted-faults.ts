/** Faults of colours and of structure, each in its own page: each test of pages must find them. */

/** A page without faults: its texts look like most texts with a fault. */
export const SOUND: string = pageOf(`
  <p>Some text, and <a href="/">a link</a>.</p>
  <p class="card">On a card.</p>
  <p><button>Press</button> <button class="faint" disabled>Off</button></p>
  <p><label>Name <input value="some"></label></p>`);

/** Content to put into a page, by its fault. */
export const PLANTED: Readonly<Record<string, string>> = {
  'a text too pale': '<p style="color: #ccc">Pale.</p>',
  'a text too pale in the dark alone': '<p class="pale-in-dark">Pale.</p>',
  'a text too pale on a narrow page alone': '<p class="pale-if-narrow">Pale.</p>',
  'a ground too dark': '<p style="background: #444"><span>Dark.</span></p>',
  'a field too pale': '<label>Name <input value="some" style="color: #ccc"></label>',
  'a text that looks like a button which is off': '<p><button class="faint">On</button></p>',
  'a text in a part that is translucent': '<div style="opacity: .4"><p>Translucent.</p></div>',
  'a text on a gradient': '<div style="background: linear-gradient(#fff, #eee)"><p>Shaded.</p></div>',
  'a text with something over it':
    '<div style="position: relative"><p>Covered.</p><div style="position: absolute; inset: 0; background: #fff"></div></div>',
  'a text over the edge of its ground': '<p class="card" style="width: 60px">Unbreakable</p>',
  'a text beside what its style draws': '<p class="drawn" style="position: relative">Drawn.</p>',
  'a link that looks like the text around it':
    '<p>Text before <a href="/" class="soft">the link</a> and more of it after.</p>',
  'a button without a name': '<button></button>',
  'a button without a name on a narrow page alone': '<span class="if-narrow"><button></button></span>',
  'an image without a text': '<img src="data:," width="9" height="9">',
  'what has to be scrolled sideways': '<p style="width: 2000px">Wide.</p>',
};

/** Creates a whole page around some content. */
export function pageOf(content: string): string {
  return `<!doctype html><html lang="en"><head><title>A page</title><style>
    :root { color-scheme: light dark; --ink: #141a24; --paper: #fff; --card: #eef0f4; }
    @media (prefers-color-scheme: dark) { :root { --ink: #eef1f6; --paper: #151b26; --card: #0d1118; } }
    body { background: var(--paper); color: var(--ink); } a { color: inherit; } .card { background: var(--card); }
    .faint { color: #999; background: #fff; }
    .drawn::before { content: ''; position: absolute; width: 90%; height: 90%; background: #fff8; }
    .soft { color: color-mix(in srgb, var(--ink) 85%, var(--paper)); text-decoration: none; }
    .if-narrow { display: none; }
    @media (prefers-color-scheme: dark) { .pale-in-dark { color: #444; } }
    @media (max-width: 500px) { .pale-if-narrow { color: #999; } .if-narrow { display: inline; } }
  </style></head><body><main><h1>Title</h1>${content}</main></body></html>`;
}
