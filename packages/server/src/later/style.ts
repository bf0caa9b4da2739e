/** The page's style; the response allows no other. */
export const LATER_STYLE = `:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;line-height:1.25}
h2{font-size:1rem}
ul{padding-inline-start:1.25rem}
input[type=checkbox]{inline-size:1.25rem;block-size:1.25rem;vertical-align:text-bottom}
button,.button{display:inline-block;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:#0b57d0;color:#fff;font:inherit;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid #0b57d0;outline-offset:3px}`;
