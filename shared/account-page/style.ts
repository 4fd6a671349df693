// The content security policy has a hash of each of these texts: infra/website.ts.

/** Of every page, in the colours of the emails. */
export const style = [
  ":root{color-scheme:light dark;--paper:#fbfaf6;--box:#fff;--ink:#13231f;--quiet:#5b6a65;--line:#e5e0d5;--edge:#c9c2b2;--green:#0e5a47;--late:#a92b1d}",
  "@media screen and (prefers-color-scheme:dark){:root{--paper:#101a17;--box:#182521;--ink:#e9efeb;--quiet:#a3b1ab;--line:#2b3a35;--edge:#3b4c46;--green:#8fd4b9;--late:#f2a497}.logo{background:#fbfaf6;padding:8px}}",
  "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/24px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}",
  "main{max-width:720px;margin:0 auto;padding:24px 16px 48px;overflow-wrap:break-word}",
  "header{border-bottom:1px solid var(--line);padding-bottom:16px;font-weight:600}header img{display:block;height:48px;max-width:100%}",
  "h1,h2,h3,p,ul,dl,dd{margin:0;padding:0}h1{font-size:24px;line-height:32px;margin-top:24px}h2{font-size:20px;line-height:28px}h3{font-size:16px}section{margin-top:32px}",
  "a{color:var(--green)}.quiet,dt,thead th{color:var(--quiet)}.small,thead th{font-size:14px;line-height:20px}th{font-weight:400}.late{color:var(--late);font-weight:600}.amount,time{white-space:nowrap}",
  ".amount{font-variant-numeric:tabular-nums}.sum{color:var(--green);font-size:clamp(24px,8vw,32px);line-height:1.25;font-weight:600}",
  "ul{list-style:none}li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:8px 0;border-bottom:1px solid var(--line)}li>div{flex:1 1 55%}li>.amount{margin-left:auto}section>ul{margin-top:8px}",
  ".box{margin-top:12px;padding:16px;border:1px solid var(--edge);border-radius:10px;background:var(--box)}.box>*+*{margin-top:16px}.lines{white-space:pre-line}.on-paper{display:none}",
  "dl{display:grid;grid-template-columns:fit-content(45%) 1fr;gap:6px 12px}dt{overflow-wrap:normal}dd{min-width:0}.box dd{font-weight:600}",
  ".button{display:inline-block;font:inherit;font-weight:600;padding:10px 20px;border:1px solid var(--green);border-radius:8px;color:var(--green);background:none;text-decoration:none;cursor:pointer}.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:16px}",
  "label{display:block;color:var(--quiet)}input{display:block;width:100%;max-width:360px;margin-top:4px;padding:10px 12px;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--quiet);border-radius:8px}::placeholder{color:var(--quiet)}.solid{color:var(--paper);background:var(--green)}.state{margin-top:24px;font-weight:600}:focus-visible{outline:2px solid var(--green);outline-offset:2px}",
  "@media(max-width:380px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}",
  "[hidden]{display:none}@media print{.actions,form,.on-screen{display:none}.on-paper{display:inline}body{background:none;font-size:12px;line-height:16px}main{max-width:none;padding:0}thead{display:table-header-group}tr,.box,section>h2{break-inside:avoid}}",
].join("");

/** Of the tables of a statement. */
export const statementStyle = [
  "table{width:100%;border-collapse:collapse;margin-top:12px}th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid var(--line)}th:nth-child(n+3),td:nth-child(n+3){text-align:right;padding-right:0;padding-left:12px}",
  "@media(max-width:560px){thead{position:absolute;clip-path:inset(50%)}tr{display:grid;grid-template-columns:1fr auto;padding:8px 0;border-bottom:1px solid var(--line)}td,tbody th{padding:0;border:0}tbody th{grid-row:2;grid-column:1/3}td:nth-child(4)::before{content:attr(data-label) ' ';color:var(--quiet)}td:nth-child(4){grid-row:3;grid-column:1/3}td:empty{display:none}}",
].join("");
