/** Style of the page, in the colours of the payment page that follows; the response allows no other. */
export const LATER_STYLE: string = `:root{color-scheme:light dark;--ink:#141a24;--soft:#5b6474;--line:#dfe3ea;--paper:#fff;--ground:#eef0f4;--accent:#2346c7;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eef1f6;--soft:#a3adbd;--line:#2b3342;--paper:#151b26;--ground:#0d1118;--accent:#8ea8ff;--on-accent:#10152a}}
body{margin:0;padding:2rem 1rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:28.5rem;margin:0 auto;padding:2rem;background:var(--paper);border:1px solid var(--line);border-radius:14px;overflow-wrap:anywhere}
main>:last-child{margin-bottom:0}
h1{margin:0 0 1.25rem;font-size:1.375rem;line-height:1.25;text-wrap:balance;word-break:auto-phrase}
h2{margin:0;font-size:1rem}
p,ul{margin:0 0 1rem;text-wrap:pretty;word-break:auto-phrase}
ul{margin-top:.25rem;padding:0;list-style:none}
a{color:var(--accent)}
.note{color:var(--soft);font-size:.875rem}
form{margin:1.5rem 0 1rem;padding-top:1.5rem;border-top:1px solid var(--line)}
label{display:flex;gap:.75rem;align-items:center;font-weight:600}
input[type=checkbox]{flex:none;inline-size:1.25rem;block-size:1.25rem;margin:0;accent-color:var(--accent)}
button,.button{display:block;box-sizing:border-box;width:100%;padding:.75rem 1.25rem;border:1px solid transparent;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:560px){body{padding:0;background:var(--paper)}main{border:0;border-radius:0;padding:1.5rem 1rem}}`;
